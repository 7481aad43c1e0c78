import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { CasePage } from '../features/cases/CasePage.tsx'
import { CasesPage } from '../features/cases/CasesPage.tsx'
import { CommonPage } from '../features/common/CommonPage.tsx'
import { JobsPage } from '../features/jobs/JobsPage.tsx'
import { ServicePage } from '../features/service/ServicePage.tsx'
import { SettingsPage } from '../features/settings/SettingsPage.tsx'
import { StartPage } from '../features/start/StartPage.tsx'
import { parseQuery, readCommonSearch, readTokenSearch, writeQuery } from '../stores/url-state.ts'
import { WatchPage } from '../features/watch/WatchPage.tsx'
import { WalletPage } from '../features/wallet/WalletPage.tsx'
import { Loading } from '../ui/Skeleton.tsx'
import { whenIdle } from '../ui/when-idle.ts'
import { PageError } from './ErrorBoundary.tsx'
import { NotFound } from './NotFound.tsx'
import { Shell } from './shell/Shell.tsx'

/** Graph and charts are half of the page's code, and the start page needs neither: they are loaded when it is idle. */
const loadTokenPage = lazyRouteComponent(() => import('./token/TokenPage.tsx'), 'TokenPage')

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound })

const start = createRoute({ getParentRoute: () => root, path: '/', component: StartPage })
const token = createRoute({ getParentRoute: () => root, path: '/t/$network/$address', component: loadTokenPage, validateSearch: readTokenSearch })
const wallet = createRoute({ getParentRoute: () => root, path: '/w/$on/$wallet', component: WalletPage })
const common = createRoute({ getParentRoute: () => root, path: '/common', component: CommonPage, validateSearch: readCommonSearch })
const cases = createRoute({ getParentRoute: () => root, path: '/cases', component: CasesPage })
const openCase = createRoute({ getParentRoute: () => root, path: '/cases/$id', component: CasePage })
const watch = createRoute({ getParentRoute: () => root, path: '/watch', component: WatchPage })
const jobs = createRoute({ getParentRoute: () => root, path: '/jobs', component: JobsPage })
const service = createRoute({ getParentRoute: () => root, path: '/api', component: ServicePage })
const settings = createRoute({ getParentRoute: () => root, path: '/settings', component: SettingsPage })

const routeTree = root.addChildren([start, token, wallet, common, cases, openCase, watch, jobs, service, settings])

export function createPageRouter() {
  whenIdle(() => void loadTokenPage.preload?.())
  return createRouter({
    routeTree,
    parseSearch: parseQuery,
    stringifySearch: writeQuery,
    defaultPendingComponent: () => <Loading what="the page" />,
    defaultErrorComponent: ({ error, reset }) => <PageError error={error instanceof Error ? error : new Error(String(error))} onRetry={reset} />,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPageRouter>
  }
}
