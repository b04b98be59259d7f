package mutation

import "slices"

// Table returns the mutants that somebody has thought of: faults that were shipped
// elsewhere, as far as they can be put into our code; the classic ones; and those that
// we had ourselves. Excused lists the shipped ones that cannot.
func Table() []Mutant {
	return slices.Concat(dequeTable, poolSleepTable, poolSearchTable, poolQueueTable, poolTaskTable, poolStaffTable, poolAPITable, classicTable)
}

// Classic returns those of the table that are of pool/classic.
func Classic() []Mutant { return slices.Clone(classicTable) }

// All returns the table, and what the operators make of the deques and of the pool.
func All(root string) ([]Mutant, error) {
	made, err := Operators(root, "wsq", "pool")
	if err != nil {
		return nil, err
	}
	for i, m := range made {
		made[i].Model = models[m.Name]
	}
	return append(Table(), made...), nil
}
