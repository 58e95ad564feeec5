;; Copies all of one table of functions to the start of another.
(module
  (import "env" "to" (table $to 0 funcref))
  (import "env" "from" (table $from 0 funcref))

  (func (export "copy")
    (table.copy $to $from (i32.const 0) (i32.const 0) (table.size $from))))
