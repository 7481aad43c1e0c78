import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { StartPage } from '../features/start/StartPage.tsx'
import { parseQuery, readCommonSearch, readTokenSearch, writeQuery } from '../stores/url-state.ts'
import { readTableSearch } from '../stores/table-url.ts'
import { lazyView } from '../ui/lazy-view.ts'
import { Loading } from '../ui/Skeleton.tsx'
import { whenIdle } from '../ui/when-idle.ts'
import { PageError } from './ErrorBoundary.tsx'
import { NotFound } from './NotFound.tsx'
import { Shell } from './shell/Shell.tsx'

/** Pages other than the start page are loaded when they are opened; the token page as soon as the start page is idle. */
const TokenPage = lazyView(() => import('./token/TokenPage.tsx'), 'TokenPage')
const CasePage = lazyView(() => import('../features/cases/CasePage.tsx'), 'CasePage')
const CasesPage = lazyView(() => import('../features/cases/CasesPage.tsx'), 'CasesPage')
const CommonPage = lazyView(() => import('../features/common/CommonPage.tsx'), 'CommonPage')
const JobsPage = lazyView(() => import('../features/jobs/JobsPage.tsx'), 'JobsPage')
const ServicePage = lazyView(() => import('../features/service/ServicePage.tsx'), 'ServicePage')
const SettingsPage = lazyView(() => import('../features/settings/SettingsPage.tsx'), 'SettingsPage')
const WalletPage = lazyView(() => import('../features/wallet/WalletPage.tsx'), 'WalletPage')
const WatchPage = lazyView(() => import('../features/watch/WatchPage.tsx'), 'WatchPage')

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound })

const start = createRoute({ getParentRoute: () => root, path: '/', component: StartPage })
const token = createRoute({ getParentRoute: () => root, path: '/t/$network/$address', component: TokenPage, validateSearch: readTokenSearch })
const wallet = createRoute({ getParentRoute: () => root, path: '/w/$on/$wallet', component: WalletPage })
const common = createRoute({ getParentRoute: () => root, path: '/common', component: CommonPage, validateSearch: readCommonSearch })
const cases = createRoute({ getParentRoute: () => root, path: '/cases', component: CasesPage })
const openCase = createRoute({ getParentRoute: () => root, path: '/cases/$id', component: CasePage })
const watch = createRoute({ getParentRoute: () => root, path: '/watch', component: WatchPage })
const jobs = createRoute({ getParentRoute: () => root, path: '/jobs', component: JobsPage })
const service = createRoute({ getParentRoute: () => root, path: '/api', component: ServicePage, validateSearch: readTableSearch })
const settings = createRoute({ getParentRoute: () => root, path: '/settings', component: SettingsPage })

const routeTree = root.addChildren([start, token, wallet, common, cases, openCase, watch, jobs, service, settings])

export function createPageRouter() {
  whenIdle(() => void TokenPage.preload().catch(() => undefined))
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
