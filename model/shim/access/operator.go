package access

// Update returns a function that does *p = op(*p, v).
func Update[T any](id uint32, p *T) func(v T, op func(a, b T) T) {
	return func(v T, op func(a, b T) T) {
		W(id, p)
		*p = op(*p, v)
	}
}

// UpdateElem returns a function that takes k, and returns a function that does m[k] = op(m[k], v).
func UpdateElem[M ~map[K]V, K comparable, V any](id uint32, m M) func(K) func(v V, op func(a, b V) V) {
	return func(k K) func(V, func(a, b V) V) {
		return func(v V, op func(a, b V) V) {
			MapW(id, m)
			m[k] = op(m[k], v)
		}
	}
}

type integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

type number interface {
	integer | ~float32 | ~float64 | ~complex64 | ~complex128
}

// Add and the others are Go's operators.
func Add[T number | ~string](a, b T) T { return a + b }
func Sub[T number](a, b T) T           { return a - b }
func Mul[T number](a, b T) T           { return a * b }
func Quo[T number](a, b T) T           { return a / b }
func Rem[T integer](a, b T) T          { return a % b }
func And[T integer](a, b T) T          { return a & b }
func Or[T integer](a, b T) T           { return a | b }
func Xor[T integer](a, b T) T          { return a ^ b }
func AndNot[T integer](a, b T) T       { return a &^ b }
