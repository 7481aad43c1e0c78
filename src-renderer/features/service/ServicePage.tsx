import '../../api/no-eval.ts'
import { useState } from 'react'
import { useClient } from '../../api/service.tsx'
import { CopyButton } from '../../ui/Copy.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { Endpoints } from './Endpoints.tsx'
import { Keys } from './Keys.tsx'
import { RequestLog } from './RequestLog.tsx'
import { Streams } from './Streams.tsx'
import { Fact } from '../../ui/Fact.tsx'

type Tab = 'endpoints' | 'streams' | 'keys' | 'log'

/** The local API: endpoints, streams, keys and request log. */
export function ServicePage() {
  const { session } = useClient()
  const [tab, setTab] = useState<Tab>('endpoints')
  return (
    <div className="page">
      <header className="page-head">
        <h1>API</h1>
        <p className="quiet">This app runs on a local API that any tool on this machine can use.</p>
        <dl className="api-base">
          <Fact name="REST">
            <code>{session.origin}</code> <CopyButton text={session.origin} label="Copy the REST URL" />
          </Fact>
          <Fact name="Streams">
            <code>{session.origin.replace(/^http/, 'ws')}/ws</code>{' '}
            <CopyButton text={`${session.origin.replace(/^http/, 'ws')}/ws`} label="Copy the stream URL" />
          </Fact>
          <Fact name="Reference">
            <a href={`${session.origin}/docs`} target="_blank" rel="noreferrer">
              /docs
            </a>
          </Fact>
        </dl>
      </header>
      <Tabs
        label="API"
        value={tab}
        onChange={setTab}
        items={[
          { id: 'endpoints', label: 'Endpoints', content: <Endpoints /> },
          { id: 'streams', label: 'Streams', content: <Streams /> },
          { id: 'keys', label: 'Keys', content: <Keys /> },
          { id: 'log', label: 'Requests', content: <RequestLog /> },
        ]}
      />
    </div>
  )
}
