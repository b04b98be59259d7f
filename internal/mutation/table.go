package mutation

import "slices"

// Table returns the mutants that were written by hand: faults that were shipped elsewhere, classic faults, and faults that
// this project had. [NotExpressible] lists the shipped faults that cannot be put into our code.
func Table() []Mutant {
	return slices.Concat(dequeTable, poolSleepTable, poolSearchTable, poolQueueTable, poolTaskTable, poolWorkersTable, poolGuestTable, poolAPITable, poolErrorsTable, classicTable)
}

// Classic returns the table's mutants of pool/classic.
func Classic() []Mutant { return slices.Clone(classicTable) }

// All returns the table, and the operators' mutants of the deques and of the pool.
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
