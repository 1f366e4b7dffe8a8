import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Card, CardHeading } from '../ui/Card.tsx'
import { usePrivacy } from '../ui/privacy.ts'
import { say } from '../ui/toast.ts'

/** Copies a message and says so. */
export async function copyMessage(message: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(message)
    say({ words: 'Copied' })
    return true
  } catch {
    say({ words: 'This browser does not let Florin copy. Select the message and copy it.', tone: 'refused' })
    return false
  }
}

const SHOWN_MS = 2_000

/** A kind message about the open debts, to send as one likes. */
export function MessageCard({ message }: { message: string }) {
  const [isCopied, setCopied] = useState(false)
  const isPrivate = usePrivacy()
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  return (
    <Card className="px-5 py-4">
      <CardHeading
        end={
          <Button
            look="quiet"
            icon={isCopied ? <Check size={15} /> : <Copy size={15} />}
            onClick={async () => setCopied(await copyMessage(message))}
          >
            {isCopied ? 'Copied' : 'Copy'}
          </Button>
        }
      >
        Message
      </CardHeading>
      <p className="mt-1 text-table leading-[22px] break-words text-text-2">
        {isPrivate ? 'Hidden with the amounts. Copy takes it all the same.' : message}
      </p>
    </Card>
  )
}
