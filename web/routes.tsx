import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { Refused } from '../contract/client.ts'
import { cache } from './api/ask.ts'
import { book, me } from './auth/me.ts'
import { SignInPage } from './auth/SignInPage.tsx'
import { HomePage } from './home/HomePage.tsx'
import { parseSearch, type Search, writeSearch } from './shell/address.ts'
import { Broken } from './shell/Broken.tsx'
import { Frame } from './shell/Frame.tsx'
import { NotFound } from './shell/NotFound.tsx'

/** Every screen and its address. All but the first ones are loaded when they are opened, or pointed at. */

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound, errorComponent: Broken })

const isSignedOut = (error: unknown) => error instanceof Refused && error.problem.code === 'unauthenticated'

/** The frame around every page of the book: shown to whoever is signed in, all others sign in first and come back. */
const frame = createRoute({
  id: 'frame',
  getParentRoute: () => root,
  component: Frame,
  beforeLoad: async ({ location }) => {
    try {
      await cache.ensureQueryData(me)
      await cache.ensureQueryData(book)
    } catch (error) {
      if (!isSignedOut(error)) throw error
      throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { to: location.href } })
    }
  },
})

const search = { validateSearch: (given: Record<string, unknown>) => given as Search } // parseSearch makes nothing else

/** A page inside the frame. */
const page = <const P extends string, M extends Record<string, unknown>>(
  path: P,
  load: () => Promise<M>,
  name: keyof M & string,
) =>
  createRoute({
    getParentRoute: () => frame,
    path,
    ...search,
    component: lazyRouteComponent(load as () => Promise<Record<string, never>>, name),
  })

/** A page without the frame. */
const bare = <const P extends string, M extends Record<string, unknown>>(
  path: P,
  load: () => Promise<M>,
  name: keyof M & string,
) =>
  createRoute({
    getParentRoute: () => root,
    path,
    ...search,
    component: lazyRouteComponent(load as () => Promise<Record<string, never>>, name),
  })

const tree = root.addChildren([
  createRoute({ getParentRoute: () => root, path: '/sign-in', ...search, component: SignInPage }),
  frame.addChildren([
    createRoute({ getParentRoute: () => frame, path: '/', ...search, component: HomePage }),
  ]),
])

export const router = createRouter({
  routeTree: tree,
  parseSearch,
  stringifySearch: writeSearch,
  defaultPreload: 'intent',
  defaultPreloadDelay: 50,
  scrollRestoration: true,
  defaultErrorComponent: Broken,
  defaultNotFoundComponent: NotFound,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
