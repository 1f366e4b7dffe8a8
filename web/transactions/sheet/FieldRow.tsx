import type { ReactNode } from 'react'

/** A field with its name at the left; it looks like text until somebody points at it. The field itself has the name for screen readers. */
export const FieldRow = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid grid-cols-[84px_1fr] items-start gap-1">
    <span aria-hidden className="pt-1.5 text-table text-text-3 touch:pt-3">
      {label}
    </span>
    <div className="min-w-0 [&_:is(input,textarea):not(:focus,[aria-invalid]):hover]:border-line [&_:is(input,textarea):not(:focus,[aria-invalid],:hover)]:border-transparent [&_:is(input,textarea):not(:focus)]:bg-transparent [&_textarea]:field-sizing-content [&_textarea]:resize-none">
      {children}
    </div>
  </div>
)
