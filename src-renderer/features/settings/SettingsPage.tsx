import { useQuery } from '@tanstack/react-query'
import type { StatusRecord } from '../../../src-shared/contract/records/service.ts'
import { NETWORKS } from '../../../src-shared/networks.ts'
import { useClient } from '../../api/service.tsx'
import { statusQuery } from '../../api/service-queries.ts'
import { formatCount } from '../../format/number.ts'
import { setTheme, THEMES, usePreferences } from '../../stores/preferences.ts'
import { CopyButton } from '../../ui/Copy.tsx'
import { QueryFailure } from '../../ui/Failure.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { Skeleton, Loading } from '../../ui/Skeleton.tsx'
import { Age } from '../../ui/Value.tsx'
import { ArchiveBlock } from './ArchiveBlock.tsx'
import { CadenceBlock } from './CadenceBlock.tsx'
import { DesktopBlock } from './DesktopBlock.tsx'
import { PrivacyBlock } from './PrivacyBlock.tsx'
import { ServicesTable } from './ServicesTable.tsx'
import { SourcesTable } from './SourcesTable.tsx'
import { StorageBlock } from './StorageBlock.tsx'
import { Section } from '../../ui/Section.tsx'
import { Fact } from '../../ui/Fact.tsx'

export function SettingsPage() {
  const status = useQuery(statusQuery(useClient()))
  const theme = usePreferences((state) => state.theme)
  return (
    <div className="page narrow">
      <header className="page-head">
        <h1>Settings</h1>
      </header>
      <Section id="look" title="Appearance">
        <div className="setting">
          <span>Theme</span>
          <Segmented label="Theme" value={theme} options={THEMES} onChange={setTheme} />
        </div>
      </Section>
      {window.holderscope === undefined ? null : <DesktopBlock bridge={window.holderscope} />}
      <QueryFailure title="Could not load the service status" query={status} />
      {status.isPending ? (
        <section className="block">
          <h2>Sources</h2>
          <Skeleton height={180} />
          <Loading what="the service status" />
        </section>
      ) : null}
      {status.data === undefined ? null : <StatusSections status={status.data.value} />}
      <PrivacyBlock metadata={status.data?.value.off_chain_metadata ?? null} />
    </div>
  )
}

function StatusSections({ status }: { status: StatusRecord }) {
  const example = `HOLDERSCOPE_SOURCE_${(status.sources.find((source) => source.state === 'unset')?.network ?? 'eth').toUpperCase()}`
  return (
    <>
      <Section id="sources" title="Sources">
        <p className="block-text">
          One or more endpoints per network; the first one is used, the others are fallbacks. They are stored in <code>holderscope.config.json</code>{' '}
          in the data folder. The flag <code>--source NET=URL</code> and the variable <code>{example}</code> take precedence.
        </p>
        <SourcesTable sources={status.sources} />
      </Section>
      <Section id="services" title="External services">
        <p className="block-text">
          They provide data that nodes do not. A service is contacted only after you add it here, and then sees the addresses of tokens you scan or
          read. URLs are stored in <code>holderscope.config.json</code>, keys in <code>service-keys.json</code>.
        </p>
        <ServicesTable services={status.services} />
      </Section>
      <ArchiveBlock archive={status.archive} services={status.services} />
      <CadenceBlock />
      <StorageBlock />
      <Section id="about" title="About">
        <dl className="facts">
          <Fact name="Version" num>
            {status.version}
          </Fact>
          <Fact name="Data folder">
            <code>{status.data_dir}</code> <CopyButton text={status.data_dir} label="Copy the data folder path" />
          </Fact>
          <Fact name="Running since">
            <Age at={status.started_at} />
          </Fact>
          <Fact name="Live connections" num>
            {formatCount(status.connections)} with {formatCount(status.subscriptions)} subscriptions
          </Fact>
          <Fact name="Networks">
            {Object.values(NETWORKS)
              .map((row) => row.name)
              .join(', ')}
          </Fact>
        </dl>
      </Section>
    </>
  )
}
