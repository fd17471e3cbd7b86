//! Results of jobs that run side by side, taken in the order of the jobs (A6).
//!
//! Each job has an [`Output`]. One thread owns the [`Ordered`] side: it makes an output for each job, hands the
//! jobs to a thread pool, and takes what they push. Outputs of one source are taken one after the other; of
//! several sources whichever has something is taken. A caller that wants the order of the input gives all
//! outputs the same source.
//!
//! What was pushed and not yet taken is bounded in bytes. An output that finds no room waits, except the first one: it
//! may always push.
//!
//! Why no run stops for ever: the first output that is not done never waits for room, so it is enough that its job
//! runs. Jobs are spawned with `spawn_fifo` in the order of their outputs, so a job that has begun has none before it
//! that waits for a thread, except the forks of a job that runs. Forks wait in the queue of the thread that made them.
//! That thread runs them, the oldest first, before it waits for room. A fork that waits for room runs no other job.

use std::any::Any;
use std::collections::{BTreeMap, VecDeque};
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use rayon::Yield;

/// The taking side: outputs in order, and what was pushed to them.
///
/// ```
/// use urlsift::bulk::Ordered;
///
/// let mut ordered = Ordered::new(1 << 20);
/// let outputs = [ordered.output(0), ordered.output(0), ordered.output(0)];
/// std::thread::scope(|scope| {
///     for (at, output) in outputs.into_iter().enumerate() {
///         scope.spawn(move || output.push(at, size_of::<usize>()));
///     }
///     assert_eq!(std::iter::from_fn(|| ordered.next()).collect::<Vec<_>>(), [0, 1, 2]);
/// });
/// ```
pub struct Ordered<T> {
    shared: Arc<Shared<T>>,
    /// The number of the next output.
    next: usize,
}

/// The pushing side, for one job. Dropping it says that the job is done.
pub struct Output<T> {
    shared: Arc<Shared<T>>,
    key: Key,
    is_forked: bool,
}

/// Room for some bytes, free again when this is dropped.
pub struct Reserved<T> {
    shared: Arc<Shared<T>>,
    bytes: usize,
}

/// The taking side is gone: no more results are wanted.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Stopped;

/// Where the results of an output come: its source, the number of its job, and the fork of that job's output.
type Key = (usize, usize, usize);

struct Shared<T> {
    state: Mutex<State<T>>,
    /// A result was pushed, an output was closed, or a job panicked.
    pushed: Condvar,
    /// Room is free, or another output is the first.
    freed: Condvar,
}

struct State<T> {
    outputs: BTreeMap<Key, Queue<T>>,
    /// How many bytes may still be held. The first output may make it negative.
    room: isize,
    /// How many threads wait for `freed`.
    waiting: usize,
    panic: Option<Box<dyn Any + Send>>,
    is_stopped: bool,
}

/// What was pushed to an output and not yet taken.
struct Queue<T> {
    results: VecDeque<(T, usize)>,
    is_open: bool,
}

impl<T> Queue<T> {
    fn new() -> Queue<T> {
        Queue { results: VecDeque::new(), is_open: true }
    }
}

impl<T> Shared<T> {
    /// No code that can panic runs under this lock, so the state is whole even if the lock is poisoned.
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes the taking thread if there is something to take. To wake it for each push and each closed output took
    /// two more switches of threads for each job.
    fn wake_taker(&self, state: &State<T>) {
        if state.is_ready() {
            self.pushed.notify_one();
        }
    }
}

impl<T> State<T> {
    fn is_first(&self, key: Key) -> bool {
        self.outputs.first_key_value().is_some_and(|(first, _)| *first == key)
    }

    fn has_room(&self, bytes: usize) -> bool {
        bytes == 0 || self.room >= bytes.cast_signed()
    }

    fn give_back(&mut self, bytes: usize) {
        self.room = self.room.saturating_add_unsigned(bytes);
    }

    /// The first output of a source that has something to take, of the first such source.
    fn ready(&self) -> Option<Key> {
        let mut from = (0, 0, 0);
        while let Some((key, queue)) = self.outputs.range(from..).next() {
            if !queue.results.is_empty() {
                return Some(*key);
            }
            from = (key.0 + 1, 0, 0);
        }
        None
    }

    fn take(&mut self) -> Option<T> {
        let key = self.ready()?;
        let queue = self.outputs.get_mut(&key)?;
        let (result, bytes) = queue.results.pop_front()?;
        if !queue.is_open && queue.results.is_empty() {
            self.outputs.remove(&key);
        }
        self.give_back(bytes);
        Some(result)
    }

    /// Whether [`Ordered::next`] need not wait.
    fn is_ready(&self) -> bool {
        self.panic.is_some() || self.outputs.is_empty() || self.ready().is_some()
    }
}

impl<T> Ordered<T> {
    /// No outputs yet, and room for `room` bytes of results.
    pub fn new(room: usize) -> Ordered<T> {
        let state = State {
            outputs: BTreeMap::new(),
            room: isize::try_from(room).unwrap_or(isize::MAX),
            waiting: 0,
            panic: None,
            is_stopped: false,
        };
        let shared =
            Shared { state: Mutex::new(state), pushed: Condvar::new(), freed: Condvar::new() };
        Ordered { shared: Arc::new(shared), next: 0 }
    }

    /// An output whose results come after those of all earlier outputs of `source`. Sources are numbered in the
    /// order of the input.
    pub fn output(&mut self, source: usize) -> Output<T> {
        let key = (source, self.next, 0);
        self.next += 1;
        self.shared.lock().outputs.insert(key, Queue::new());
        Output { shared: Arc::clone(&self.shared), key, is_forked: false }
    }

    /// How many outputs, forks included, are open or have results that were not taken.
    pub fn outputs(&self) -> usize {
        self.shared.lock().outputs.len()
    }

    /// The first source that has such outputs. All results of earlier ones were taken.
    pub fn first_source(&self) -> Option<usize> {
        self.shared.lock().outputs.first_key_value().map(|((source, ..), _)| *source)
    }

    /// Takes the next result, and waits for it if there is none; `None` when all outputs that were made are done. On
    /// a thread of a rayon pool it runs waiting jobs of that pool meanwhile.
    ///
    /// # Panics
    ///
    /// If a job has panicked in [`Output::run`], with the same payload.
    pub fn next(&self) -> Option<T> {
        let mut state = self.shared.lock();
        loop {
            if let Some(payload) = state.panic.take() {
                drop(state);
                panic::resume_unwind(payload);
            }
            if let Some(result) = state.take() {
                if state.waiting > 0 {
                    self.shared.freed.notify_all();
                }
                return Some(result);
            }
            if state.outputs.is_empty() {
                return None;
            }
            drop(state);
            let has_run = rayon::yield_now() == Some(Yield::Executed);
            state = self.shared.lock();
            // What this thread did not run another one runs, and that one notifies.
            if !has_run && !state.is_ready() {
                state = self.shared.pushed.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }
}

impl<T> Drop for Ordered<T> {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        state.is_stopped = true;
        let outputs = std::mem::take(&mut state.outputs);
        drop(state);
        self.shared.freed.notify_all();
        drop(outputs);
    }
}

impl<T> Output<T> {
    /// Runs `job` with this output. If it panics, [`Ordered::next`] does so too. An output that is dropped by a panic
    /// outside of this call stays open.
    pub fn run(self, job: impl FnOnce(Output<T>)) {
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
    pub fn push(&self, result: T, bytes: usize) -> Result<(), Stopped> {
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

    /// Another output of the same job, for what the job hands on to another thread: its results come after those
    /// that were pushed here before, and before those that are pushed here from now on.
    #[must_use]
    pub fn fork(&mut self) -> Output<T> {
        let fork = Output { shared: Arc::clone(&self.shared), key: self.key, is_forked: false };
        self.is_forked = true;
        self.key.2 += 1;
        let mut state = self.shared.lock();
        if !state.is_stopped {
            state.outputs.insert(self.key, Queue::new());
        }
        fork
    }

    /// Reserves `bytes` bytes of the room for results for something else, such as a large message. Waits for
    /// it, unless this is the first output.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if results are no longer wanted.
    pub fn reserve(&self, bytes: usize) -> Result<Reserved<T>, Stopped> {
        let mut state = self.wait(|state| state.has_room(bytes) || state.is_first(self.key))?;
        state.room = state.room.saturating_sub_unsigned(bytes);
        Ok(Reserved { shared: Arc::clone(&self.shared), bytes })
    }

    /// Waits until `is_ready`, or results are no longer wanted.
    ///
    /// An output that was forked comes after its forks, and these may still wait for a thread. So it runs jobs that
    /// wait on this thread meanwhile: its own forks, the oldest first. A fork that waits must not do so. It would
    /// run later forks on top of itself, and these wait for it.
    fn wait(
        &self,
        is_ready: impl Fn(&State<T>) -> bool,
    ) -> Result<MutexGuard<'_, State<T>>, Stopped> {
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
                let has_run = rayon::yield_local() == Some(Yield::Executed);
                state = self.shared.lock();
                if has_run || state.is_stopped || is_ready(&state) {
                    continue;
                }
            }
            state.waiting += 1;
            state = self.shared.freed.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.waiting -= 1;
        }
    }
}

impl<T> Drop for Output<T> {
    fn drop(&mut self) {
        // The taking side waits for the payload, which `run` stores.
        if thread::panicking() {
            return;
        }
        let mut state = self.shared.lock();
        let Some(queue) = state.outputs.get_mut(&self.key) else { return };
        queue.is_open = false;
        if queue.results.is_empty() {
            state.outputs.remove(&self.key);
        }
        if state.waiting > 0 {
            self.shared.freed.notify_all();
        }
        self.shared.wake_taker(&state);
    }
}

impl<T> Drop for Reserved<T> {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        state.give_back(self.bytes);
        if state.waiting > 0 {
            self.shared.freed.notify_all();
        }
    }
}

#[cfg(test)]
mod tests;
