import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { Refused } from '../contract/client.ts'
import { todayIn } from '../contract/day.ts'
import { cache } from './api/ask.ts'
import { bookInAddress } from './api/page-book.ts'
import { beginAs } from './api/person.ts'
import { Broken } from './frame/Broken.tsx'
import { BareFrame, Frame } from './frame/Frame.tsx'
import { NotFound } from './frame/NotFound.tsx'
import { OwnBook, OwnBookBroken } from './frame/OwnBook.tsx'
import { prefetchHome } from './home/asked.ts'
import { HomePage } from './home/HomePage.tsx'
import { parseSearch, type Search, writeSearch } from './page/address.ts'
import { book } from './page/me.ts'
import { enter, keepWhenIdle } from './page/who.ts'

/** Every screen and its address. All but the first ones are loaded when they are opened, or pointed at. */

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound, errorComponent: Broken })

/** Asked only where nobody is signed in, so its code is loaded there. */
const isEmpty = async () => (await import('./auth/options.ts')).isEmpty()

const isSignedOut = (error: unknown) => error instanceof Refused && error.problem.code === 'unauthenticated'

/** Lets signed-in people in; others sign in first and come back. */
const signedIn = createRoute({
  id: 'signed-in',
  getParentRoute: () => root,
  component: OwnBook,
  errorComponent: OwnBookBroken,
  beforeLoad: async ({ location: { publicHref: address } }) => {
    try {
      const named = await enter(address)
      keepWhenIdle()
      if (named !== undefined) showAddress(named)
    } catch (error) {
      if (!isSignedOut(error)) throw error
      beginAs(undefined)
      if (await isEmpty()) throw redirect({ to: '/sign-up' })
      throw redirect({ to: '/sign-in', search: address === '/' ? {} : { to: address } })
    }
  },
})

const showAddress = (address: string): void => router.history.replace(address) // the same page: it names its book now
const frame = createRoute({ id: 'frame', getParentRoute: () => signedIn, component: Frame })
const bareFrame = createRoute({ id: 'bare', getParentRoute: () => signedIn, component: BareFrame })

const search = { validateSearch: (given: Record<string, unknown>) => given as Search } // parseSearch makes nothing else

/** The component `name` of a module, loaded when it is needed. */
const lazily = <M extends Record<string, unknown>>(load: () => Promise<M>, name: keyof M & string) =>
  lazyRouteComponent(load as () => Promise<Record<string, never>>, name) // a module of components

const inFrame = <const P extends string, M extends Record<string, unknown>>(
  path: P,
  load: () => Promise<M>,
  name: keyof M & string,
) => createRoute({ getParentRoute: () => frame, path, ...search, component: lazily(load, name) })

const inBareFrame = <const P extends string, M extends Record<string, unknown>>(
  path: P,
  load: () => Promise<M>,
  name: keyof M & string,
) => createRoute({ getParentRoute: () => bareFrame, path, ...search, component: lazily(load, name) })

const tree = root.addChildren([
  createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    ...search,
    beforeLoad: async ({ search: { oidc } }) => {
      if (await isEmpty()) throw redirect({ to: '/sign-up', search: { oidc } })
    },
    component: lazily(() => import('./auth/SignInPage.tsx'), 'SignInPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sign-up',
    ...search,
    component: lazily(() => import('./auth/SignUpPage.tsx'), 'SignUpPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/recover',
    ...search,
    component: lazily(() => import('./auth/RecoverPage.tsx'), 'RecoverPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/forgot',
    ...search,
    component: lazily(() => import('./auth/ForgotPage.tsx'), 'ForgotPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/confirm',
    ...search,
    component: lazily(() => import('./auth/ConfirmPage.tsx'), 'ConfirmPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/join',
    ...search,
    component: lazily(() => import('./members/JoinPage.tsx'), 'JoinPage'),
  }),
  signedIn.addChildren([
    frame.addChildren([
      createRoute({
        getParentRoute: () => frame,
        path: '/',
        ...search,
        loader: async () => prefetchHome(todayIn((await cache.ensureQueryData(book)).time_zone)),
        component: HomePage,
      }),
      inFrame('/between', () => import('./members/BetweenPage.tsx'), 'BetweenPage'),
      inFrame('/transactions', () => import('./transactions/list/TransactionsPage.tsx'), 'TransactionsPage'),
      inFrame('/imports', () => import('./imports/ImportsPage.tsx'), 'ImportsPage'),
      inFrame('/imports/$id', () => import('./imports/ImportPage.tsx'), 'ImportPage'),
      inFrame('/moving', () => import('./imports/moving/MovingPage.tsx'), 'MovingPage'),
      inFrame('/accounts', () => import('./accounts/AccountsPage.tsx'), 'AccountsPage'),
      inFrame('/accounts/$id', () => import('./transactions/register/RegisterPage.tsx'), 'RegisterPage'),
      inFrame(
        '/accounts/$id/reconcile',
        () => import('./reconciliations/ReconcilePage.tsx'),
        'ReconcilePage',
      ),
      inFrame('/obligations', () => import('./obligations/OwedPage.tsx'), 'OwedPage'),
      inFrame('/contacts', () => import('./contacts/ContactsPage.tsx'), 'ContactsPage'),
      inFrame('/contacts/$id', () => import('./obligations/StatementPage.tsx'), 'StatementPage'),
      inFrame('/budgets', () => import('./budgets/BudgetsPage.tsx'), 'BudgetsPage'),
      inFrame('/reports', () => import('./reports/ReportsPage.tsx'), 'ReportsPage'),
      inFrame(
        '/reports/income-statement',
        () => import('./reports/IncomeStatementPage.tsx'),
        'IncomeStatementPage',
      ),
      inFrame('/reports/net-worth', () => import('./reports/NetWorthPage.tsx'), 'NetWorthPage'),
      inFrame('/reports/spending', () => import('./reports/SpendingPage.tsx'), 'SpendingPage'),
      inFrame('/reports/flow', () => import('./reports/FlowPage.tsx'), 'FlowPage'),
      inFrame('/reports/cash-flow', () => import('./reports/CashFlowPage.tsx'), 'CashFlowPage'),
      inFrame('/reports/balance-sheet', () => import('./reports/BalanceSheetPage.tsx'), 'BalanceSheetPage'),
      inFrame('/reports/trial-balance', () => import('./reports/TrialBalancePage.tsx'), 'TrialBalancePage'),
      inFrame('/plans', () => import('./plans/PlansPage.tsx'), 'PlansPage'),
      inFrame('/goals', () => import('./goals/GoalsPage.tsx'), 'GoalsPage'),
      inFrame('/goals/$id', () => import('./goals/GoalPage.tsx'), 'GoalPage'),
      inFrame('/activity', () => import('./changes/ActivityPage.tsx'), 'ActivityPage'),
      inFrame('/trash', () => import('./changes/TrashPage.tsx'), 'TrashPage'),
      inFrame('/settings', () => import('./page/Settings.tsx'), 'SettingsPage'),
      inFrame('/settings/profile', () => import('./auth/ProfilePage.tsx'), 'ProfilePage'),
      inFrame('/settings/security', () => import('./auth/SecurityPage.tsx'), 'SecurityPage'),
      createRoute({
        getParentRoute: () => frame,
        ...search,
        path: '/settings/devices', // its address until it had the password too
        beforeLoad: () => {
          throw redirect({ to: '/settings/security' })
        },
      }),
      inFrame('/settings/book', () => import('./books/BookPage.tsx'), 'BookPage'),
      inFrame('/settings/members', () => import('./members/MembersPage.tsx'), 'MembersPage'),
      inFrame('/settings/look', () => import('./frame/LookPage.tsx'), 'LookPage'),
      inFrame('/settings/categories', () => import('./categories/CategoriesPage.tsx'), 'CategoriesPage'),
      inFrame('/settings/rules', () => import('./imports/rules/RulesPage.tsx'), 'RulesPage'),
      inFrame('/settings/rates', () => import('./currencies/RatesPage.tsx'), 'RatesPage'),
      inFrame('/help', () => import('./frame/HelpPage.tsx'), 'HelpPage'),
      inFrame('/more', () => import('./frame/MorePage.tsx'), 'MorePage'),
      createRoute({ getParentRoute: () => frame, path: '/$', ...search, component: NotFound }), // any other address
    ]),
    bareFrame.addChildren([
      inBareFrame('/add', () => import('./transactions/entry/AddPage.tsx'), 'AddPage'),
      inBareFrame('/welcome', () => import('./books/WelcomePage.tsx'), 'WelcomePage'),
    ]),
  ]),
])

export const router = createRouter({
  routeTree: tree,
  rewrite: bookInAddress,
  parseSearch,
  stringifySearch: writeSearch,
  defaultPreload: 'intent',
  defaultPreloadDelay: 50,
  scrollRestoration: true,
  defaultErrorComponent: Broken,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
