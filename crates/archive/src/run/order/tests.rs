//! Random jobs on a pool, compared with the same jobs one after another.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use proptest::collection::vec;
use proptest::prelude::*;

use super::*;

/// A step of a job.
#[derive(Clone, Debug)]
enum JobStep {
    /// Pushes a result of so many bytes.
    Push(usize),
    /// Gives pushes to another job.
    Fork(Vec<usize>),
    /// Reserves so many bytes and returns them.
    Reserve(usize),
}

fn step() -> impl Strategy<Value = JobStep> {
    let bytes = 0..60_usize;
    prop_oneof![
        4 => bytes.clone().prop_map(JobStep::Push),
        3 => vec(bytes.clone(), 0..5).prop_map(JobStep::Fork),
        1 => bytes.prop_map(JobStep::Reserve),
    ]
}

/// A result: its job, its number in the job, and its size in bytes.
type Pushed = (usize, usize, usize);

fn run_job(mut output: Output<Pushed>, job: usize, steps: Vec<JobStep>) {
    let mut number = 0;
    let mut next = |bytes| {
        number += 1;
        (job, number, bytes)
    };
    for step in steps {
        match step {
            JobStep::Push(bytes) => output.push(next(bytes), bytes).expect("all are taken"),
            JobStep::Reserve(bytes) => drop(output.reserve(bytes).expect("all are taken")),
            JobStep::Fork(all) => {
                let results: Vec<Pushed> = all.into_iter().map(&mut next).collect();
                let fork = output.fork();
                rayon::spawn_fifo(move || {
                    fork.run(|fork| {
                        for result in results {
                            fork.push(result, result.2).expect("all are taken");
                        }
                    });
                });
            }
        }
    }
}

/// Returns the results of the jobs, run one after another.
fn reference(jobs: &[Vec<JobStep>]) -> Vec<Pushed> {
    let mut all = Vec::new();
    for (job, steps) in jobs.iter().enumerate() {
        let pushes = steps.iter().flat_map(|step| match step {
            JobStep::Push(bytes) => vec![*bytes],
            JobStep::Fork(bytes) => bytes.clone(),
            JobStep::Reserve(_) => Vec::new(),
        });
        all.extend((1..).zip(pushes).map(|(number, bytes)| (job, number, bytes)));
    }
    all
}

fn taken(jobs: &[Vec<JobStep>], threads: usize, room: usize) -> Vec<Pushed> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.expect("a small pool can be had");
    let mut ordered = Ordered::new(room);
    let mut rest = jobs.iter().cloned().enumerate().peekable();
    let mut all = Vec::new();
    loop {
        while ordered.outputs().is_some_and(|outputs| outputs < 2 * threads)
            && let Some((job, steps)) = rest.next()
        {
            let output = ordered.output();
            pool.spawn_fifo(move || {
                output.run(|output| run_job(output, job, steps));
            });
        }
        match ordered.next() {
            Some(result) => all.push(result),
            None if rest.peek().is_none() => return all,
            None => {}
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1_000) })]

    #[test]
    fn results_have_the_order_of_the_jobs(
        jobs in vec(vec(step(), 0..8), 0..12),
        threads in 1..6_usize,
        room in 0..200_usize,
    ) {
        prop_assert_eq!(taken(&jobs, threads, room), reference(&jobs));
    }
}

/// This holds for results of any size and for any job that ends first.
#[test]
fn held_bytes_are_bounded() {
    const LARGEST: usize = 60;
    for (threads, room) in [(2, 0), (3, 100), (8, 1000)] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.expect("a small pool can be had");
        let mut ordered = Ordered::new(room);
        let (held, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        for job in 0..50 {
            let (output, held, most) = (ordered.output(), Arc::clone(&held), Arc::clone(&most));
            pool.spawn_fifo(move || {
                for at in 0..20 {
                    let bytes = (job * 7 + at * 13) % LARGEST;
                    output.push(bytes, bytes).expect("all are taken");
                    let now = held.fetch_add(bytes, Ordering::SeqCst) + bytes;
                    most.fetch_max(now, Ordering::SeqCst);
                }
            });
        }
        while let Some(bytes) = ordered.next() {
            // Not below zero: a result may be taken before its push has returned.
            let _ = held.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |held| {
                Some(held.saturating_sub(bytes))
            });
            std::thread::sleep(Duration::from_micros(10));
        }
        // Each thread counts a result shortly after it was pushed.
        let most = most.load(Ordering::SeqCst);
        assert!(most <= room + (threads + 2) * LARGEST, "{threads} {room}: {most}");
    }
}

#[test]
fn a_panic_reaches_the_receiver_while_another_job_pushes_nothing() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build();
    let pool = pool.expect("a small pool can be had");
    let mut ordered = Ordered::<()>::new(100);
    let (silent, failing) = (ordered.output(), ordered.output());
    let (sender, receiver) = std::sync::mpsc::channel::<()>();
    pool.spawn_fifo(move || {
        silent.run(|_output| {
            // Blocks until the end of the test.
            let _ = receiver.recv();
        });
    });
    pool.spawn_fifo(move || failing.run(|_output| panic!("this one")));
    let payload = panic::catch_unwind(AssertUnwindSafe(|| ordered.next()));
    let payload = payload.expect_err("a job has panicked");
    assert_eq!(payload.downcast_ref(), Some(&"this one"));
    drop(sender);
}

#[test]
fn jobs_stop_after_the_receiver_is_dropped() {
    let mut ordered = Ordered::new(10);
    let (first, mut second) = (ordered.output(), ordered.output());
    std::thread::scope(|scope| {
        // This push waits for room until the receiving side is dropped.
        let waits = scope.spawn(|| {
            second.push((), 10).expect("there is room");
            second.push((), 10)
        });
        while !waits.is_finished() && first.shared.lock().waiting == 0 {
            std::thread::yield_now();
        }
        drop(ordered);
        assert_eq!(waits.join().expect("it does not panic"), Err(Stopped));
    });
    assert_eq!(first.push((), 0), Err(Stopped));
    assert!(first.reserve(0).is_err());
    assert_eq!(second.fork().push((), 0), Err(Stopped));
}
