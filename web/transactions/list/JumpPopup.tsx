import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { listTransactions } from '../../../contract/budgeting.ts'
import { monthOfDay } from '../../../contract/month.ts'
import { t } from '../../../words/t.ts'
import { useAsk } from '../../api/ask.ts'
import { useAddress } from '../../page/address.ts'
import { useBook, useToday } from '../../page/me.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { monthName } from '../../ui/dates.ts'
import { Popup } from '../../ui/Popup.tsx'
import { filtersIn, jumpTo } from '../filters.ts'

const MONTHS = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'))

/** Jumps to a month: the list then begins there, and nothing after it has to be loaded. */
export function JumpPopup({ onClose }: { onClose: () => void }) {
  const { search, filter } = useAddress()
  const { month_starts_on } = useBook()
  const thisMonth = monthOfDay(useToday(), month_starts_on)
  const { date_to: _, ...others } = filtersIn(search)
  const { data } = useAsk(listTransactions, { query: { ...others, sort: 'date', limit: 1 } })
  const oldest = data?.data[0]?.date
  const first = oldest ? monthOfDay(oldest, month_starts_on) : thisMonth
  const [year, setYear] = useState(Number((search.date_to ?? thisMonth).slice(0, 4)))
  return (
    <Popup title={t('Jump to')} onClose={onClose}>
      <div className="mb-3 flex items-center justify-between">
        <IconButton
          label={t('The year before')}
          onClick={() => setYear(Math.max(year - 1, Number(first.slice(0, 4))))}
        >
          <ChevronLeft size={17} />
        </IconButton>
        <strong aria-live="polite" className="text-title font-semibold">
          {year}
        </strong>
        <IconButton
          label={t('The year after')}
          onClick={() => setYear(Math.min(year + 1, Number(thisMonth.slice(0, 4))))}
        >
          <ChevronRight size={17} />
        </IconButton>
      </div>
      <div className="grid grid-cols-3 gap-2">
        {MONTHS.map((number) => {
          const month = `${year}-${number}`
          if (month > thisMonth || month < first)
            return (
              <span
                key={month}
                className="flex min-h-8 items-center justify-center text-table text-text-3 touch:min-h-11"
              >
                {monthName(month)}
              </span>
            )
          return (
            <Button
              key={month}
              onClick={() => {
                filter(month === thisMonth ? { date_to: undefined } : jumpTo(month, search, month_starts_on))
                window.scrollTo({ top: 0 })
                onClose()
              }}
            >
              {monthName(month)}
            </Button>
          )
        })}
      </div>
    </Popup>
  )
}
