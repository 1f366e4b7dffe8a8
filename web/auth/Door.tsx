import type { ReactNode } from 'react'
import { Brand } from '../ui/Brand.tsx'
import { useTitle } from '../ui/Card.tsx'
import { LanguageField } from '../ui/LanguageField.tsx'
import { chooseLanguage } from '../ui/language.ts'

/** The page in front of the book: signing in, or opening an account. */
export function Door({ title, children }: { title: string; children: ReactNode }) {
  useTitle(title)
  return (
    <main className="mx-auto flex max-w-[424px] flex-col px-5 pt-[min(9vh,80px)] pb-10 [&_input]:min-h-[42px] [&_input]:text-title [&_select]:min-h-[42px] [&_select]:text-title">
      <Brand />
      <h1 tabIndex={-1} className="mt-7 text-figure font-semibold">
        {title}
      </h1>
      {children}
      <LanguageField
        className="mt-10 border-t border-line pt-6 *:text-caption [&_select]:min-h-8! [&_select]:text-table! [&_select]:touch:min-h-11!"
        onChoose={(language) => void chooseLanguage(language).catch(() => undefined)}
      />
    </main>
  )
}
