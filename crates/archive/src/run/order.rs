//! Results of concurrent jobs, taken in the order of the jobs (A6).
//!
//! Each job has an [`Output`]. One thread owns the [`Ordered`] side: it makes an output for each job, starts the jobs
//! on a thread pool, and takes their results. The bytes of results that were pushed and not yet taken are limited. An
//! output without room waits, except the first one, which may always push.
//!
//! Why this cannot deadlock: the first open output never waits for room, so it is enough that its job runs.
//! Jobs are spawned with `spawn_fifo` in the order of their outputs. So no job before a running one waits for
//! a thread, except forks of running jobs. Forks wait in the queue of the thread that made them; that thread
//! runs them, oldest first, before it waits for room. A fork that waits for room runs no other job.

use std::any::Any;
use std::collections::{BTreeMap, VecDeque};
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use rayon::Yield;

use crate::cut::Stopped;

/// The receiving side: outputs in order, and the results pushed to them.
pub(crate) struct Ordered<T> {
    shared: Arc<OrderShared<T>>,
    next: usize,
}

/// The sending side, for one job. Dropping it marks the job as done.
pub(crate) struct Output<T> {
    shared: Arc<OrderShared<T>>,
    key: OutputKey,
    is_forked: bool,
}

/// A reservation of some bytes of room, returned when this is dropped.
pub(crate) struct Reserved<T> {
    shared: Arc<OrderShared<T>>,
    bytes: usize,
}

/// The position of an output's results in the order of all: the number of the job, and that of the fork in the job.
type OutputKey = (usize, usize);

struct OrderShared<T> {
    state: Mutex<OrderState<T>>,
    /// Signalled if a result was pushed, an output was closed, or a job panicked.
    pushed: Condvar,
    /// Signalled if room was freed, or another output became the first.
    freed: Condvar,
}

struct OrderState<T> {
    outputs: BTreeMap<OutputKey, OutputQueue<T>>,
    /// The number of bytes that may still be pushed. The first output may make it negative.
    room: isize,
    waiting: usize,
    panic: Option<Box<dyn Any + Send>>,
    is_stopped: bool,
}

/// The results of one output that were not yet taken, with their sizes.
struct OutputQueue<T> {
    results: VecDeque<(T, usize)>,
    is_open: bool,
}

impl<T> OutputQueue<T> {
    fn new() -> OutputQueue<T> {
        OutputQueue { results: VecDeque::new(), is_open: true }
    }
}

impl<T> OrderShared<T> {
    /// Locks the state. No code that can panic runs under this lock, so a poisoned lock still protects a
    /// valid state.
    fn lock(&self) -> MutexGuard<'_, OrderState<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes the receiving thread if it can take something. Waking it for each push and each closed output
    /// cost two more thread switches for each job.
    fn wake_taker(&self, state: &OrderState<T>) {
        // For 1.15 GB as JSON Lines on two threads there were 5,400 switches, and 4,100 with this check.
        // One signal is enough: only the thread that owns `Ordered` waits for it.
        if state.is_ready() {
            self.pushed.notify_one();
        }
    }

    fn wake_waiting(&self, state: &OrderState<T>) {
        if state.waiting > 0 {
            // Wake all of them: each waits for another number of bytes or for another place.
            self.freed.notify_all();
        }
    }
}

impl<T> OrderState<T> {
    fn is_first(&self, key: OutputKey) -> bool {
        self.outputs.first_key_value().is_some_and(|(first, _)| *first == key)
    }

    fn has_room(&self, bytes: usize) -> bool {
        bytes == 0 || self.room >= bytes.cast_signed()
    }

    fn give_back(&mut self, bytes: usize) {
        self.room = self.room.saturating_add_unsigned(bytes);
    }

    fn ready(&self) -> Option<OutputKey> {
        let (key, queue) = self.outputs.first_key_value()?;
        (!queue.results.is_empty()).then_some(*key)
    }

    fn take(&mut self) -> Option<T> {
        let key = self.ready()?;
        let queue = self.outputs.get_mut(&key)?;
        let (result, bytes) = queue.results.pop_front()?;
        if !queue.is_open && queue.results.is_empty() {
            // An open output stays even if it is empty: it holds its place, and may push more.
            self.outputs.remove(&key);
        }
        self.give_back(bytes);
        Some(result)
    }

    /// Reports whether [`Ordered::next`] can return without waiting.
    fn is_ready(&self) -> bool {
        // This lists every reason for which `next` returns. A new reason must be added here, or no thread is
        // woken for it.
        self.panic.is_some() || self.outputs.is_empty() || self.ready().is_some()
    }
}

impl<T> Ordered<T> {
    pub(crate) fn new(room: usize) -> Ordered<T> {
        let state = OrderState {
            outputs: BTreeMap::new(),
            room: isize::try_from(room).unwrap_or(isize::MAX),
            waiting: 0,
            panic: None,
            is_stopped: false,
        };
        let shared =
            OrderShared { state: Mutex::new(state), pushed: Condvar::new(), freed: Condvar::new() };
        Ordered { shared: Arc::new(shared), next: 0 }
    }

    /// Makes an output whose results come after those of all earlier outputs.
    pub(crate) fn output(&mut self) -> Output<T> {
        let key = (self.next, 0);
        self.next += 1;
        self.shared.lock().outputs.insert(key, OutputQueue::new());
        Output { shared: Arc::clone(&self.shared), key, is_forked: false }
    }

    /// Returns the number of outputs, forks included, that are open or have results. After a panic it returns `None`.
    pub(crate) fn outputs(&self) -> Option<usize> {
        let state = self.shared.lock();
        (!state.is_stopped).then(|| state.outputs.len())
    }

    /// Takes the next result. Waits if there is none yet, and returns `None` after all outputs are done. On a
    /// thread of a rayon pool it runs other jobs of the pool while it waits.
    ///
    /// # Panics
    ///
    /// If a job panicked in [`Output::run`]. The payload is that of the job. The other jobs are stopped, and their
    /// results are dropped. After the panic, `next` returns `None`.
    pub(crate) fn next(&self) -> Option<T> {
        let mut state = self.shared.lock();
        loop {
            if let Some(payload) = state.panic.take() {
                // The output of that job is open for ever.
                self.stop(state);
                panic::resume_unwind(payload);
            }
            if let Some(result) = state.take() {
                self.shared.wake_waiting(&state);
                return Some(result);
            }
            if state.outputs.is_empty() {
                return None;
            }
            drop(state);
            // The lock is not held while another job runs on this thread, because that job may push.
            let has_run = rayon::yield_now() == Some(Yield::Executed);
            state = self.shared.lock();
            // If this thread ran no job, other threads run all that are left, and will signal. One may have pushed
            // before the lock was taken again, so ask once more. `wait` unlocks and sleeps in one step.
            if !has_run && !state.is_ready() {
                state = self.shared.pushed.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }

    fn stop(&self, mut state: MutexGuard<'_, OrderState<T>>) {
        state.is_stopped = true;
        // Without outputs no job is first and none has a queue. Every job that waits is woken and finds the flag.
        let outputs = std::mem::take(&mut state.outputs);
        // Drop the results after unlocking: one that holds a `Reserved` locks again.
        drop(state);
        self.shared.freed.notify_all();
        drop(outputs);
    }
}

impl<T> Drop for Ordered<T> {
    fn drop(&mut self) {
        self.stop(self.shared.lock());
    }
}

impl<T> Output<T> {
    /// Runs `job` with this output. If the job panics, [`Ordered::next`] panics too. Use this for every job:
    /// an output that a panic drops elsewhere stays open, and the receiving side waits for it.
    pub(crate) fn run(self, job: impl FnOnce(Output<T>)) {
        let shared = Arc::clone(&self.shared);
        if let Err(payload) = panic::catch_unwind(AssertUnwindSafe(|| job(self))) {
            shared.lock().panic = Some(payload);
            shared.pushed.notify_all();
        }
    }

    /// Pushes a result of `bytes` bytes. Waits for room, unless this is the first output and all its results
    /// were taken.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if results are no longer wanted.
    pub(crate) fn push(&self, result: T, bytes: usize) -> Result<(), Stopped> {
        // The first output may exceed the room: later ones may have taken all of it, and only the first can go
        // on. It does so only if its last result was taken, so the excess is one result.
        let mut state = self.wait(|state| {
            let is_empty = || state.outputs.get(&self.key).is_some_and(|it| it.results.is_empty());
            state.has_room(bytes) || (state.is_first(self.key) && is_empty())
        })?;
        state.room = state.room.saturating_sub_unsigned(bytes);
        if let Some(queue) = state.outputs.get_mut(&self.key) {
            queue.results.push_back((result, bytes));
        }
        self.shared.wake_taker(&state);
        Ok(())
    }

    /// Makes another output of the same job, for work that the job gives to another thread. Its results come
    /// after those already pushed here and before those pushed here later.
    #[must_use]
    pub(crate) fn fork(&mut self) -> Output<T> {
        let fork = Output { shared: Arc::clone(&self.shared), key: self.key, is_forked: false };
        self.is_forked = true;
        // The fork keeps this output's key, and with it the results pushed so far. This output moves to the next
        // key. So a fork must not fork: its next key would be this output's.
        self.key.1 += 1;
        let mut state = self.shared.lock();
        if !state.is_stopped {
            state.outputs.insert(self.key, OutputQueue::new());
        }
        fork
    }

    /// Reserves `bytes` bytes of room for something else, such as a large message. Waits for them, unless
    /// this is the first output.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if results are no longer wanted.
    pub(crate) fn reserve(&self, bytes: usize) -> Result<Reserved<T>, Stopped> {
        let mut state = self.wait(|state| state.has_room(bytes) || state.is_first(self.key))?;
        state.room = state.room.saturating_sub_unsigned(bytes);
        Ok(Reserved { shared: Arc::clone(&self.shared), bytes })
    }

    /// Reports whether results are no longer wanted. A job that pushes nothing should check this now and then.
    pub(crate) fn is_stopped(&self) -> bool {
        self.shared.lock().is_stopped
    }

    /// Waits until `is_ready`, or until results are no longer wanted.
    ///
    /// An output with forks comes after them, and the forks may still wait for a thread. So while it waits,
    /// it runs jobs queued on this thread: its own forks, oldest first. A fork that waits must not do this:
    /// it would run later forks on its own stack, and those wait for it.
    fn wait(
        &self,
        is_ready: impl Fn(&OrderState<T>) -> bool,
    ) -> Result<MutexGuard<'_, OrderState<T>>, Stopped> {
        let mut state = self.shared.lock();
        loop {
            if state.is_stopped {
                return Err(Stopped);
            }
            if is_ready(&state) {
                return Ok(state);
            }
            if self.is_forked {
                drop(state);
                // Only jobs of this thread's queue. `yield_now` could run one of another thread, which may
                // come later in the order and wait for this output.
                let has_run = rayon::yield_local() == Some(Yield::Executed);
                state = self.shared.lock();
                if has_run || state.is_stopped || is_ready(&state) {
                    continue;
                }
            }
            // The condition was checked under this lock, which `wait` gives up only when it sleeps. So no signal
            // is lost between the check and the sleep.
            state.waiting += 1;
            state = self.shared.freed.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.waiting -= 1;
        }
    }
}

impl<T> Drop for Output<T> {
    fn drop(&mut self) {
        // The receiving side waits for the payload, which `run` stores.
        if thread::panicking() {
            return;
        }
        let mut state = self.shared.lock();
        // After a stop there are no queues.
        let Some(queue) = state.outputs.get_mut(&self.key) else { return };
        queue.is_open = false;
        if queue.results.is_empty() {
            state.outputs.remove(&self.key);
        }
        // Another output may be the first now, which may push without room. If this was the last one, `next`
        // returns `None`.
        self.shared.wake_waiting(&state);
        self.shared.wake_taker(&state);
    }
}

impl<T> Drop for Reserved<T> {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        state.give_back(self.bytes);
        self.shared.wake_waiting(&state);
    }
}

#[cfg(test)]
mod tests;
