package classic

// What the comparison with the modules WSPoolWait, VTSignal and TwoQueue leaves out.
//
// WSPoolWait is followed in all schedules with one worker, and in 10,000 random ones with two.
// VTSignal and TwoQueue are followed in 10,000 random schedules each, with two and with three
// workers. Queues have locks there. That a queue changes is compared; which task was taken from
// it shows in the steps that follow. TwoQueue's generator is in the library, and has no words to
// compare. A condition wakes its waiters by permits that the module does not have. Tours walk
// the small graphs: of WSPoolWait only the one with one worker, since the scheduler does not
// choose which of two workers gets a submission. TLC judges no run of these programs.
//
// # Rows of joins
//
// CMU, which has the two queues, tries each join that cannot finish in turn, as its document
// says. A row of n joins, each waiting for the next, takes n*n tries. With two workers, 4,000
// tasks that each join the next took 1.7 to 1.9 s, and 8,000 took 6.4 to 7.1 s.
