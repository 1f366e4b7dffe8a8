import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect, useInsertionEffect, useRef } from 'react'
import { t } from '../../words/t.ts'
import { SessionOver } from '../auth/SessionOver.tsx'
import { stay, useIsSignOutAsked } from '../auth/sign-out.ts'
import { useBooks, useMembership } from '../page/me.ts'
import {
  closeHelp,
  closeSearch,
  openHelp,
  openSearch,
  useIsHelpOpen,
  useIsSearchOpen,
} from '../page/opened.ts'
import { closeQuickEntry, openQuickEntry, useIsQuickEntryOpen } from '../page/quick-entry-opening.ts'
import { rightsOf } from '../page/role.ts'
import { useShortcut } from '../page/shortcuts.ts'
import { KeptBanner } from '../transactions/entry/KeptBanner.tsx'
import { nameWindow } from '../ui/Card.tsx'
import { lazily } from '../ui/lazily.tsx'
import { Rights } from '../ui/rights.ts'
import { SHEET_PLACE } from '../ui/Sheet.tsx'
import { Toaster } from '../ui/Toaster.tsx'
import { say, turnByKey } from '../ui/toast.ts'
import { ArchivedNote, Books, ExampleNote } from './Books.tsx'
import { hideOrShow } from './hide-amounts.ts'
import { InFrame } from './in-frame.ts'
import { usePersonsLanguage } from './persons-language.ts'
import { Sidebar } from './Sidebar.tsx'
import { Tabs } from './Tabs.tsx'

const ShortcutSheet = lazily(async () => (await import('./ShortcutSheet.tsx')).ShortcutSheet)
const QuickEntryOverlay = lazily(
  async () => (await import('../transactions/entry/QuickEntryOverlay.tsx')).QuickEntryOverlay,
)
const SignOutQuestion = lazily(async () => (await import('../auth/SignOutQuestion.tsx')).SignOutQuestion)
/** Loaded only where somebody else is in the book. */
const Live = lazily(async () => (await import('./Live.tsx')).Live)
const Palette = lazily(async () => (await import('./Palette.tsx')).Palette)

/** Around every page of the book. */
export function Frame() {
  const isHelpOpen = useIsHelpOpen()
  const isSearchOpen = useIsSearchOpen()
  const isEntryOpen = useIsQuickEntryOpen()
  const isSignOutAsked = useIsSignOutAsked()
  const here = useMembership()
  const rights = rightsOf(here)
  const hasSeveral = useBooks().length > 1
  useInsertionEffect(() => nameWindow(hasSeveral ? here?.name : undefined)) // before any page sets its title
  useGlobalShortcuts(rights.has('write'))
  useFocusOnNavigation()
  usePersonsLanguage()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      openSearch()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    <Rights value={rights}>
      <a
        href="#content"
        className="fixed top-2 start-2 z-50 -translate-y-20 rounded-control bg-fill px-4 py-2 font-medium text-white focus:translate-y-0 print:hidden"
      >
        {t('Skip to the content')}
      </a>
      <div className="flex min-h-dvh">
        <Sidebar />
        <main
          id="content"
          tabIndex={-1}
          className="min-w-0 flex-1 px-4 pt-4 pb-[calc(88px+env(safe-area-inset-bottom))] outline-none max-sm:[:root:has([data-toast])_&]:pb-[calc(max(var(--foot,0px),68px+env(safe-area-inset-bottom))+108px)] sm:px-6 sm:pt-5 sm:pb-10 lg:px-8 print:p-0"
        >
          <div className="mx-auto max-w-[1180px] print:max-w-none">
            <KeptBanner className="mb-4 rounded-control" />
            <ArchivedNote />
            <ExampleNote />
            <InFrame value={true}>
              <Outlet />
            </InFrame>
          </div>
        </main>
        <div id={SHEET_PLACE} />
      </div>
      <Tabs />
      <Toaster />
      <SessionOver />
      <Books />
      <Suspense>
        {here && here.others.length > 0 && <Live />}
        {isHelpOpen && <ShortcutSheet onClose={closeHelp} />}
        {isEntryOpen && <QuickEntryOverlay onClose={closeQuickEntry} />}
        {isSearchOpen && <Palette onClose={closeSearch} />}
        {isSignOutAsked && <SignOutQuestion onClose={stay} />}
      </Suspense>
    </Rights>
  )
}

/** Around pages that fill the screen by themselves; those that say something have their own place for it. */
export function BareFrame() {
  usePersonsLanguage()
  return (
    <Rights value={rightsOf(useMembership())}>
      <div className="flex min-h-dvh flex-col">
        <KeptBanner />
        <Outlet />
      </div>
      <SessionOver />
    </Rights>
  )
}

function useGlobalShortcuts(mayWrite: boolean): void {
  const navigate = useNavigate()
  useGoTo('h', t('Home'), () => void navigate({ to: '/' }))
  useGoTo('t', t('Transactions'), () => void navigate({ to: '/transactions' }))
  useGoTo('o', t('Owed'), () => void navigate({ to: '/obligations' }))
  useGoTo('b', t('Budgets'), () => void navigate({ to: '/budgets' }))
  useGoTo('p', t('Recurring'), () => void navigate({ to: '/plans' }))
  useGoTo('g', t('Goals'), () => void navigate({ to: '/goals' }))
  useGoTo('r', t('Reports'), () => void navigate({ to: '/reports' }))
  useShortcut('n', t('Add a transaction'), openQuickEntry, 'everywhere', mayWrite)
  useShortcut('h', t('Hide or show amounts'), hideOrShow, 'everywhere')
  useShortcut('?', t('These shortcuts'), openHelp, 'everywhere')
  const undoLast = () => {
    if (turnByKey('undo')) return
    const run = () => void navigate({ to: '/activity' })
    say({
      words: t('Nothing is left to undo here. Activity has every change.'),
      action: { label: t('Activity'), run },
    })
  }
  useShortcut('z', t('Undo the last change; again the one before'), undoLast, 'everywhere')
  const redoLast = () => {
    if (!turnByKey('redo')) say({ words: t('Nothing was undone here that could be redone.') })
  }
  useShortcut('⇧Z', t('Redo the change that was undone last'), redoLast, 'everywhere')
}

/** A main place, by G and then its letter. */
const useGoTo = (letter: string, place: string, run: () => void): void =>
  useShortcut(`g ${letter}`, place, run, 'go')

/** After a navigation to another page, its heading has the focus, so that a screen reader says where one is. */
function useFocusOnNavigation(): void {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const former = useRef<string>(undefined)
  useEffect(() => {
    const isFirst = former.current === undefined // the browser itself says where one is, and Tab begins at the skip link
    if (path === undefined || path === former.current) return
    former.current = path
    if (isFirst) return
    const places = [document.querySelector('#content'), document.getElementById(SHEET_PLACE)]
    // A focus that is in the page already, or in a sheet that opened with it, stays there.
    if (places.some((place) => place?.contains(document.activeElement))) return
    document.querySelector<HTMLElement>('#content h1')?.focus({ preventScroll: true })
  }, [path])
}
