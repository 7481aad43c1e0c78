import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { createClient } from '../api/client.ts'
import { browserLive } from '../api/live.ts'
import { ServiceContext } from '../api/service.tsx'
import { keepKey, takeKeyFromLink, type Session } from '../api/session.ts'
import { ToastRoom } from '../ui/Toast.tsx'
import { TooltipRoom } from '../ui/Tooltip.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { KeyGate } from './KeyGate.tsx'
import { createQueries } from './query-client.ts'
import { createPageRouter } from './router.tsx'

/** The page with everything it hands down: calls, live events, cache, routes. */
export function App({ session: first }: { session: Session }) {
  const [session, setSession] = useState(first)
  const useKey = (key: string): void => {
    keepKey(key)
    setSession({ ...session, key })
  }
  useEffect(() => {
    // The link of the start pasted into a tab that is open already: only its hash differs, so the browser loads nothing.
    const follow = (): void => {
      const key = takeKeyFromLink()
      if (key !== null) setSession((before) => ({ ...before, key }))
    }
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [])
  return (
    <ErrorBoundary>
      <TooltipRoom>
        <Connected key={session.key} session={session} onKey={useKey} />
        <ToastRoom />
      </TooltipRoom>
    </ErrorBoundary>
  )
}

function Connected({ session, onKey }: { session: Session; onKey: (key: string) => void }) {
  const [{ service, queries, router }] = useState(() => ({
    service: { client: createClient(session), live: browserLive(session) },
    queries: createQueries(),
    router: createPageRouter(),
  }))
  useEffect(() => service.live.onRegained(() => void queries.invalidateQueries()), [service, queries])
  return (
    <ServiceContext value={service}>
      <QueryClientProvider client={queries}>
        <KeyGate onKey={onKey}>
          <RouterProvider router={router} />
        </KeyGate>
      </QueryClientProvider>
    </ServiceContext>
  )
}
