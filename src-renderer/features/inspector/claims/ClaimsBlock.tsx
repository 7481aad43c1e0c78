import { useState } from 'react'
import { ENTITY_WALLETS_MAX } from '../../../../src-shared/contract/limits.ts'
import type { EntityRule } from '../../../../src-shared/domain/cases/claim-lists.ts'
import { holdsOn } from '../../../../src-shared/domain/cases/claims.ts'
import type { NetworkId } from '../../../../src-shared/networks.ts'
import { useCaseTags } from '../../../api/claims.tsx'
import { useChangeCase, useOpenCase } from '../../../api/use-case.ts'
import { Button } from '../../../ui/Button.tsx'
import styles from '../Inspector.module.css'
import { Block } from '../parts.tsx'
import { EntityForm } from './EntityForm.tsx'
import { EntityRow } from './EntityRow.tsx'
import { TagForm } from './TagForm.tsx'
import { TagRow } from './TagRow.tsx'

interface Props {
  readonly network: NetworkId
  /** One wallet, or several that are selected together. */
  readonly wallets: readonly string[]
}

/** What the open case says about wallets: tags, and who owns them. The first claim starts a case. */
export function ClaimsBlock({ network, wallets }: Props) {
  const record = useOpenCase()
  const change = useChangeCase()
  const [form, setForm] = useState<'tag' | EntityRule | null>(null)
  const tagsOn = useCaseTags()
  const tags = wallets.flatMap((address) => tagsOn.get(address) ?? [])
  const names = [...new Set(tags.map(({ name }) => name))]
  const chosen = new Set(wallets)
  const entities = record?.entities.filter((entity) => entity.wallets.some((each) => holdsOn(each, network) && chosen.has(each.address))) ?? []
  const isPair = wallets.length > 1 && wallets.length <= ENTITY_WALLETS_MAX
  const close = (): void => setForm(null)
  return (
    <Block title="Tags and owner" aside={record === null ? null : <span className="small quiet">in your case</span>}>
      <ul>
        {names.map((name) => (
          <TagRow key={name} tags={tags.filter((tag) => tag.name === name)} of={wallets.length} />
        ))}
        {entities.map((entity) => (
          <EntityRow key={entity.id} entity={entity} network={network} wallets={wallets} />
        ))}
      </ul>
      {form === 'tag' ? (
        <TagForm
          network={network}
          saving={change.isPending}
          onCancel={close}
          onSave={(parts, where) =>
            change.mutate({ op: 'set_tags', tags: wallets.map((address) => ({ network: where, address, ...parts })) }, { onSuccess: close })
          }
        />
      ) : form !== null ? (
        <EntityForm
          rule={form}
          saving={change.isPending}
          onCancel={close}
          onSave={(name) =>
            change.mutate({ op: 'add_entity', rule: form, name, wallets: wallets.map((address) => ({ network, address })) }, { onSuccess: close })
          }
        />
      ) : (
        <div className={styles['actions']}>
          <Button icon="plus" text={wallets.length === 1 ? 'Add tag' : `Tag ${wallets.length} wallets`} onClick={() => setForm('tag')} />
          {isPair ? (
            <>
              <Button text="Join as one owner" onClick={() => setForm('owner_said')} />
              <Button kind="quiet" text="Keep apart" onClick={() => setForm('not_same')} />
            </>
          ) : null}
        </div>
      )}
    </Block>
  )
}
