/** Where charts will be, while the book is empty: what to do first. */
export const FirstOne = () => (
  <p className="flex h-full min-h-40 flex-col items-center justify-center gap-1 rounded-control border border-dashed border-line px-4 text-center text-text-2">
    <span>Your first one: try</span>
    <span className="text-title font-medium text-text">12.50 lunch</span>
  </p>
)
