import { useQuery } from '@tanstack/react-query'
import type { StatusRecord } from '../../../src-shared/contract/records/service.ts'
import { NETWORKS } from '../../../src-shared/networks.ts'
import { useClient } from '../../api/service.tsx'
import { statusQuery } from '../../api/service-queries.ts'
import { formatCount } from '../../format/number.ts'
import { setTheme, THEMES, usePreferences } from '../../stores/preferences.ts'
import { CopyButton } from '../../ui/Copy.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { Skeleton, WaitingFor } from '../../ui/Skeleton.tsx'
import { Age } from '../../ui/Value.tsx'
import { CadenceBlock } from './CadenceBlock.tsx'
import { PrivacyBlock } from './PrivacyBlock.tsx'
import { ServicesTable } from './ServicesTable.tsx'
import { SourcesTable } from './SourcesTable.tsx'
import { StorageBlock } from './StorageBlock.tsx'

export function SettingsPage() {
  const status = useQuery(statusQuery(useClient()))
  const theme = usePreferences((state) => state.theme)
  return (
    <div className="page narrow">
      <header className="page-head">
        <h1>Settings</h1>
      </header>
      <section className="block" aria-labelledby="look">
        <h2 id="look">Appearance</h2>
        <div className="setting">
          <span>Theme</span>
          <Segmented label="Theme" value={theme} options={THEMES} onChange={setTheme} />
        </div>
      </section>
      {status.data === undefined && status.isError ? (
        <Failure
          title="The state of the service could not be read."
          error={status.error}
          onRetry={() => void status.refetch()}
          retrying={status.isFetching}
        />
      ) : null}
      {status.isPending ? (
        <section className="block">
          <h2>Sources</h2>
          <Skeleton height={180} />
          <WaitingFor what="the state of the service" />
        </section>
      ) : null}
      {status.data === undefined ? null : <FromStatus status={status.data.value} />}
      <PrivacyBlock metadata={status.data?.value.off_chain_metadata ?? null} />
    </div>
  )
}

function FromStatus({ status }: { status: StatusRecord }) {
  const example = `HOLDERSCOPE_SOURCE_${(status.sources.find((source) => source.state === 'unset')?.network ?? 'eth').toUpperCase()}`
  return (
    <>
      <section className="block" aria-labelledby="sources">
        <h2 id="sources">Sources</h2>
        <p className="block-words">
          One endpoint or more for each network: the first is asked, the next when it fails. They are kept in <code>holderscope.config.json</code> in
          the data folder; the flag <code>--source NET=URL</code> and the variable <code>{example}</code> go before it.
        </p>
        <SourcesTable sources={status.sources} />
      </section>
      <section className="block" aria-labelledby="services">
        <h2 id="services">Outside services</h2>
        <p className="block-words">
          They tell what a node does not. None is asked until it is set here; then it sees the addresses of the tokens that are scanned or read.
          Addresses are kept in <code>holderscope.config.json</code>, keys apart from them in <code>service-keys.json</code>.
        </p>
        <ServicesTable services={status.services} />
      </section>
      <CadenceBlock />
      <StorageBlock />
      <section className="block" aria-labelledby="about">
        <h2 id="about">This installation</h2>
        <dl className="facts">
          <div>
            <dt>Version</dt>
            <dd className="num">{status.version}</dd>
          </div>
          <div>
            <dt>Data folder</dt>
            <dd>
              <code>{status.data_dir}</code> <CopyButton text={status.data_dir} label="Copy the path of the data folder" />
            </dd>
          </div>
          <div>
            <dt>Running since</dt>
            <dd>
              <Age at={status.started_at} />
            </dd>
          </div>
          <div>
            <dt>Live connections</dt>
            <dd className="num">
              {formatCount(status.connections)} with {formatCount(status.subscriptions)} subscriptions
            </dd>
          </div>
          <div>
            <dt>Networks</dt>
            <dd>
              {Object.values(NETWORKS)
                .map((row) => row.name)
                .join(', ')}
            </dd>
          </div>
        </dl>
      </section>
    </>
  )
}
