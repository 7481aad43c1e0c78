import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Session } from '../../src-client/client.ts'
import { checkedService } from '../api/checked-service.ts'
import { ServiceContext } from '../api/service.tsx'
import { storeKey, takeKeyFromLink } from '../api/session.ts'
import { Toaster } from '../ui/Toast.tsx'
import { TooltipProvider } from '../ui/Tooltip.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { KeyGate } from './KeyGate.tsx'
import { createQueryClient } from './query-client.ts'
import { createPageRouter } from './router.tsx'
import { setCaseFile } from '../stores/case-file.ts'

/** The page with its providers: client, live connection, query cache, router. */
export function App({ session: first }: { session: Session }) {
  const [session, setSession] = useState(first)
  const useKey = (key: string): void => {
    storeKey(key)
    setSession({ ...session, key })
  }
  useEffect(() => {
    // The startup link pasted into an open tab changes only the hash, so the browser does not reload.
    const follow = (): void => {
      const key = takeKeyFromLink()
      if (key !== null) setSession((before) => ({ ...before, key }))
    }
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [])
  return (
    <ErrorBoundary>
      <TooltipProvider>
        <Connected key={session.key} session={session} onKey={useKey} />
        <Toaster />
      </TooltipProvider>
    </ErrorBoundary>
  )
}

function Connected({ session, onKey }: { session: Session; onKey: (key: string) => void }) {
  const [{ service, queries, router }] = useState(() => ({
    service: checkedService(session),
    queries: createQueryClient(),
    router: createPageRouter(),
  }))
  useEffect(() => window.holderscope?.onResumed(() => service.live.reconnect()), [service])
  useEffect(() => {
    const take = async (): Promise<void> => {
      const opened = (await window.holderscope?.takeFile()) ?? null
      if (opened !== null) setCaseFile(new File([new Uint8Array(opened.bytes)], opened.name))
    }
    void take()
    return window.holderscope?.onFileWaits(() => void take())
  }, [])
  useEffect(() => service.live.onReconnected(() => void queries.invalidateQueries()), [service, queries])
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
