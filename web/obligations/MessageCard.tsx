import { Check, Copy, Mail, Share2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '../../words/t.ts'
import { Button, PlainLink } from '../ui/Button.tsx'
import { Card, CardHeading } from '../ui/Card.tsx'
import { copyText } from '../ui/copy.ts'
import { TextArea } from '../ui/Field.tsx'
import { usePrivacy } from '../ui/privacy.ts'
import { canShare, share } from '../ui/share.ts'
import { mailTo } from './message.ts'
import { MAX_PAY_TO, setPayTo, usePayTo } from './pay-to.ts'

/** Copies a message and says so. */
const copyMessage = (message: string): Promise<boolean> => copyText(message, t('the message'))

const SHOWN_MS = 2_000

/** A kind message about the open debts, to send as one likes: by another app or by mail. */
export function MessageCard({
  paragraphs,
  subject,
  email,
  bookId,
  isPaidToMe,
}: {
  paragraphs: readonly string[]
  subject: string
  email: string | null | undefined
  bookId: string
  /** Whether the contact is to pay: then the message and the paper say where to. */
  isPaidToMe: boolean
}) {
  const [isCopied, setCopied] = useState(false)
  const isPrivate = usePrivacy()
  const payTo = usePayTo(bookId)
  const message = paragraphs.join(' ')
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
            {isCopied ? t('Copied') : t('Copy')}
          </Button>
        }
      >
        {t('Message')}
      </CardHeading>
      <p className="mt-1 text-table leading-[22px] break-words text-text-2">
        {isPrivate ? t('Hidden with the amounts. Copy takes it all the same.') : message}
      </p>
      {isPaidToMe && (
        <TextArea
          label={t('Please pay to')}
          value={payTo}
          maxLength={MAX_PAY_TO}
          rows={2}
          placeholder={t('Your name, IBAN')}
          hint={t('In the message and on paper. It stays in this browser, for this book.')}
          onChange={(event) => setPayTo(bookId, event.target.value)}
          className="mt-4"
        />
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        {canShare(message) && (
          <Button icon={<Share2 size={15} />} onClick={() => void share(subject, message, t('the message'))}>
            {t('Share')}
          </Button>
        )}
        <PlainLink icon={<Mail size={15} />} href={mailTo(email, subject, paragraphs)}>
          {t('Mail')}
        </PlainLink>
      </div>
    </Card>
  )
}
