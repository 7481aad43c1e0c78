import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { casesQuery } from '../../api/case-queries.ts'
import { useClient } from '../../api/service.tsx'
import { storageQuery, tokensQuery } from '../../api/service-queries.ts'
import { tokenKey, type TokenRef } from '../../api/token-queries.ts'
import { Button } from '../../ui/Button.tsx'
import { errorText } from '../../ui/Failure.tsx'
import { showToast } from '../../ui/Toast.tsx'

/** Deletes a token after a second click. */
export function DeleteToken({ token, name }: { readonly token: TokenRef; readonly name: string }) {
  const client = useClient()
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => client.call('deleteToken', { params: { network: token.network, token_address: token.address } }),
    onSuccess: () => {
      showToast(`Deleted ${name}. Compact the database to return its space to the disk.`)
      queries.removeQueries({ queryKey: tokenKey(token) })
      return Promise.all(
        [tokensQuery(client).queryKey.slice(0, 1), storageQuery(client).queryKey, casesQuery(client).queryKey].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      )
    },
    onError: (error) => {
      setAsking(false)
      showToast(errorText(error), 'critical')
    },
  })
  if (!isAsking) {
    return (
      <Button kind="quiet" aria-label={`Delete ${name}`} onClick={() => setAsking(true)}>
        Delete
      </Button>
    )
  }
  return (
    <>
      <span className="quiet">With its facts, snapshots and scans? Cases keep their notes about it.</span>{' '}
      <Button kind="danger" autoFocus disabled={remove.isPending} aria-label={`Delete ${name} for good`} onClick={() => remove.mutate()}>
        Delete for good
      </Button>
      <Button kind="quiet" onClick={() => setAsking(false)}>
        Keep
      </Button>
    </>
  )
}
