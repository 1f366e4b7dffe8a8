/** A progress bar, with its meaning in words. */
export const Progress = ({ label, share }: { label: string; share: number }) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={Math.round(share * 100)}
    className="h-1.5 w-full overflow-hidden rounded-full bg-tile"
  >
    <div
      className="h-full rounded-full bg-fill transition-[width] duration-240"
      style={{ width: `${Math.max(2, share * 100)}%` }}
    />
  </div>
)
