import type { OffChainSetting } from '../../../src-shared/contract/records/service.ts'
import { statusQuery } from '../../api/service-queries.ts'
import { useCall } from '../../api/use-call.ts'
import { showError } from '../../ui/Failure.tsx'
import { Switch } from './Switch.tsx'
import { Section } from '../../ui/Section.tsx'

/** The data that leaves this machine. `metadata` is null until the status has loaded. */
export function PrivacyBlock({ metadata }: { metadata: OffChainSetting | null }) {
  return (
    <Section id="privacy" title="Privacy">
      <p className="block-text">
        Nothing leaves this machine except requests to the endpoints and services set here, and what you switch on below. Logos are never fetched, and
        there is no telemetry.
      </p>
      {metadata === null ? null : <OffChain {...metadata} />}
    </Section>
  )
}

function OffChain({ allowed, set_by }: OffChainSetting) {
  const change = useCall(({ client }, on: boolean) => client.call('setOffChain', { body: { allowed: on } }), {
    stale: [statusQuery],
    onError: showError,
  })
  return (
    <>
      <Switch label="Solana token metadata files" name="Metadata files" isOn={allowed} isFixed={set_by === 'variable'} onChange={change.mutate} />
      <p className="block-foot quiet">
        When on, a scan downloads the metadata file that a token links to. The host chosen by its creator (ipfs.io for IPFS files), and any host it
        redirects to, then sees this machine’s IP address and which token you scan.
        {set_by === 'variable' ? ' Set by HOLDERSCOPE_OFF_CHAIN_METADATA at startup.' : null}
      </p>
    </>
  )
}
