import { useNavigate } from '@tanstack/react-router'
import { ofToken, type TokenRef } from '../../api/token-queries.ts'
import { useCall } from '../../api/use-call.ts'
import { formatMoment } from '../../format/time.ts'
import { showError } from '../../ui/Failure.tsx'
import { showToast } from '../../ui/Toast.tsx'
import { parseSnapshotFile, SNAPSHOT_FILE_MAX_BYTES } from './snapshot-file.ts'

/** Imports a snapshot file and opens it, even if it belongs to another token. */
export function useImportSnapshot(token: TokenRef) {
  const navigate = useNavigate()
  return useCall(
    async ({ client }, file: File) => {
      if (file.size > SNAPSHOT_FILE_MAX_BYTES) throw new Error('This file is larger than 64 MB, the limit for snapshots.')
      const read = parseSnapshotFile(await file.text())
      if ('error' in read) throw new Error(read.error)
      const { value } = await client.call('importFile', { query: { name: file.name }, body: read.snapshot })
      return { snapshot: read.snapshot, isNew: value.snapshots > 0 }
    },
    {
      onSuccess: async ({ snapshot, isNew }, { queries }) => {
        const { network, token_address: address, timestamp } = snapshot
        showToast(isNew ? `Imported the snapshot of ${formatMoment(timestamp)}` : `The snapshot of ${formatMoment(timestamp)} was already imported`)
        await queries.invalidateQueries(ofToken({ network, address }))
        const isHere = network === token.network && address === token.address
        await navigate({
          to: '/t/$network/$address',
          params: { network, address },
          search: { snapshot: timestamp, ...(isHere ? { view: 'snapshots' } : {}) },
        })
      },
      onError: showError,
    },
  )
}
