package classic

// What the comparison with the modules WSPoolWait, VTSignal and TwoQueue leaves out.
//
// WSPoolWait is followed in all schedules with one worker, and in 10,000 random ones with two. VTSignal and TwoQueue are
// followed in 10,000 random schedules each, with two and with three workers. Queues have locks there. A change of a queue
// is compared; which task the queue gave shows in the steps that follow. TwoQueue's generator is the library's and has no
// words. A condition wakes by permits of its own. Small graphs are walked: WSPoolWait with one worker only, since the scheduler does
// not choose which of two workers gets a submission. TLC judges no run of these programs.
//
// CMU, which has the two queues, tries each join that cannot finish in turn, as its document says. A row of n joins that
// wait for each other takes n*n tries: with two workers, 4,000 tasks that each join the next took 1.7 to 1.9 s, and 8,000
// took 6.4 to 7.1 s.
