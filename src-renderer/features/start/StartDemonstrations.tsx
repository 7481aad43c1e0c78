import { useNavigate } from '@tanstack/react-router'
import { NETWORKS } from '../../../src-shared/networks.ts'
import { casesQuery } from '../../api/case-queries.ts'
import { DEMONSTRATIONS, openDemonstration, type Demonstration } from '../../api/demonstrations.ts'
import { allTokens } from '../../api/service-queries.ts'
import { useCall } from '../../api/use-call.ts'
import { Button } from '../../ui/Button.tsx'
import { InlineError } from '../../ui/Failure.tsx'
import styles from './StartDemonstrations.module.css'

const ALL = Object.keys(DEMONSTRATIONS) as Demonstration[]

/** Launches that can be viewed without an endpoint, each with its case. */
export function StartDemonstrations() {
  const navigate = useNavigate()
  const open = useCall(openDemonstration, {
    stale: [casesQuery, allTokens],
    onSuccess: ({ network, address }) => navigate({ to: '/t/$network/$address', params: { network, address } }),
  })
  return (
    <section className="start-tokens" aria-labelledby="demonstrations">
      <h2 id="demonstrations">Demonstration launch</h2>
      <p className="quiet">
        Played on a test node by a script, with snipers, bundlers, insiders, a scan and two snapshots. Its token does not exist on the network.
      </p>
      <div className={styles['choices']}>
        {ALL.map((which) => (
          <Button
            key={which}
            disabled={open.isPending}
            text={open.isPending && open.variables === which ? 'Opening…' : `Open on ${NETWORKS[which].name}`}
            onClick={() => open.mutate(which)}
          />
        ))}
      </div>
      <InlineError error={open.error} />
    </section>
  )
}
