import { encode } from 'uqr'

/** A QR code, drawn in the page: its policy allows no images but its own files. Black on white, also in the dark, since cameras expect it. */
export function QrCode({ text, label, className }: { text: string; label: string; className: string }) {
  const { size, data } = encode(text, { border: 2 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x},${y}h1v1h-1z` : ''))).join('')
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className={className}>
      <path d={path} fill="black" shapeRendering="crispEdges" />
    </svg>
  )
}
