/** The coin: the only gold in the app. */
export const Coin = ({ size = 22 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden focusable="false">
    <circle cx="12" cy="12" r="12" className="fill-coin" />
    <circle cx="12" cy="12" r="9.5" fill="none" className="stroke-white/70" strokeWidth="0.8" />
    <path
      d="M15.6 6.9c-1.9-.7-3.3.2-3.7 2.2l-1.5 7.1c-.3 1.4-1 2-2 1.8M8.9 11.2h5.4"
      fill="none"
      className="stroke-white"
      strokeWidth="1.5"
      strokeLinecap="round"
    />
  </svg>
)

export const Brand = () => (
  <span className="flex items-center gap-2.5 text-title font-semibold">
    <Coin />
    {'Florin'}
  </span>
)
