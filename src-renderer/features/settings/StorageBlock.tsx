import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { StorageRecord } from '../../../src-shared/contract/records/storage.ts'
import { NETWORKS } from '../../../src-shared/networks.ts'
import { useClient } from '../../api/service.tsx'
import { casesQuery } from '../../api/case-queries.ts'
import { storageQuery } from '../../api/service-queries.ts'
import { useCall } from '../../api/use-call.ts'
import { shortAddress } from '../../format/address.ts'
import { countOf, exactBytes, formatBytes } from '../../format/number.ts'
import { AddressText } from '../../ui/AddressText.tsx'
import { AskToDelete } from '../../ui/AskToDelete.tsx'
import { Button } from '../../ui/Button.tsx'
import { QueryFailure, showError } from '../../ui/Failure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { showToast } from '../../ui/Toast.tsx'
import { deletionsQuery } from '../../api/use-deletions.ts'
import { useTokenSymbols } from '../../api/use-token-symbols.ts'
import { Deletions } from './Deletions.tsx'
import { FirehoseHours, StorageLimit } from './StorageLimits.tsx'
import { PlainTable } from '../../ui/PlainTable.tsx'
import { Section } from '../../ui/Section.tsx'
import { Fact } from '../../ui/Fact.tsx'
import { useFirstRows } from '../../ui/use-first-rows.tsx'

const LISTED = 8

/** Disk usage, limit and compaction of the database. */
export function StorageBlock() {
  const query = useQuery(storageQuery(useClient()))
  return (
    <Section id="storage" title="Storage">
      {query.data !== undefined ? (
        <Stored storage={query.data.value} />
      ) : query.isError ? (
        <QueryFailure title="Could not load storage usage" query={query} />
      ) : (
        <Skeleton height={120} />
      )}
    </Section>
  )
}

function Stored({ storage }: { storage: StorageRecord }) {
  const compact = useCall(({ client }) => client.call('compactStorage', {}), {
    stale: [storageQuery, casesQuery, deletionsQuery],
    onSuccess: ({ value }) => showToast(value.freed_bytes === 0 ? 'No space to reclaim' : `Reclaimed ${formatBytes(value.freed_bytes)}`),
    onError: showError,
  })
  const { file_bytes, free_bytes, rows } = storage
  const onDisk = file_bytes + storage.wal_bytes
  return (
    <>
      <dl className="facts">
        <Fact name="On disk">
          <span className="num" title={exactBytes(onDisk)}>
            {formatBytes(onDisk)}
          </span>
          <span className="quiet">
            {countOf(rows.tokens, 'token')}, {countOf(rows.trades, 'trade')}, {countOf(rows.transfers, 'transfer')},{' '}
            {countOf(rows.snapshots, 'snapshot')}
          </span>
        </Fact>
        <Fact name="Reclaimable">
          {free_bytes === null ? (
            <span className="quiet">unknown</span>
          ) : (
            <span className="num" title={exactBytes(free_bytes)}>
              {formatBytes(free_bytes)}
            </span>
          )}
          <Button
            title="Returns unused space to the disk and removes what was deleted for good"
            text={compact.isPending ? 'Compacting…' : 'Compact'}
            onClick={() => compact.mutate()}
            disabled={compact.isPending}
          />
        </Fact>
        <Fact name="Limit">
          <StorageLimit limit={storage.limit_bytes} used={file_bytes - (free_bytes ?? 0)} />
        </Fact>
        <Fact name="Network trades">
          <FirehoseHours hours={storage.firehose_keep_hours} blocks={rows.network_blocks} />
        </Fact>
      </dl>
      <LargestTokens tokens={storage.tokens} />
      <Deletions />
    </>
  )
}

function LargestTokens({ tokens }: { tokens: StorageRecord['tokens'] }) {
  const symbolOf = useTokenSymbols()
  const { shown, more } = useFirstRows(tokens, LISTED, `Show all ${countOf(tokens.length, 'token')}`)
  if (tokens.length === 0) return null
  return (
    <>
      <PlainTable
        dense
        columns={[
          more !== null ? `Largest ${LISTED} of ${countOf(tokens.length, 'token')}` : 'Token',
          'Network',
          { end: 'Size (est.)', title: 'Estimated from the number of rows' },
          { end: <span className="visually-hidden">Actions</span> },
        ]}
      >
        {shown.map(({ network, token_address, bytes }) => {
          const symbol = symbolOf(network, token_address)
          return (
            <tr key={`${network}${token_address}`}>
              <th scope="row">
                <Link to="/t/$network/$address" params={{ network, address: token_address }}>
                  {symbol ?? <AddressText address={token_address} inRow />}
                </Link>
              </th>
              <td>{NETWORKS[network].name}</td>
              <td className="end num" title={exactBytes(bytes)}>
                {formatBytes(bytes)}
              </td>
              <td className="end">
                <AskToDelete
                  token={{ network, address: token_address }}
                  name={symbol ?? shortAddress(token_address)}
                  question="With its facts, snapshots and scans? Cases keep their notes about it."
                />
              </td>
            </tr>
          )
        })}
      </PlainTable>
      {more}
    </>
  )
}
