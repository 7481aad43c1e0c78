import { useId, useState } from 'react'
import { TAG_KINDS, type TagKind } from '../../../../src-shared/domain/cases/claim-lists.ts'
import type { CaseTag } from '../../../../src-shared/domain/cases/claims.ts'
import { NETWORKS, type NetworkId } from '../../../../src-shared/networks.ts'
import { useOpenCase } from '../../../api/use-case.ts'
import { CASE_TAG_KIND_TEXT } from '../../../format/case-tag-text.ts'
import { Checkbox, Form, FormButtons, Select, TextInput } from '../../../ui/Field.tsx'
import styles from '../Inspector.module.css'

interface Props {
  readonly network: NetworkId
  readonly saving: boolean
  readonly onSave: (parts: Omit<CaseTag, 'network' | 'address'>, network: CaseTag['network']) => void
  readonly onCancel: () => void
}

/** A new tag: name, kind, whether it joins wallets, source, and confidence. */
export function TagForm({ network, saving, onSave, onCancel }: Props) {
  const names = useId()
  const used = [...new Set(useOpenCase()?.tags.map(({ name }) => name))]
  const [name, setName] = useState('')
  const [kind, setKind] = useState<TagKind>('other')
  const [isHub, setHub] = useState(false)
  const [isEverywhere, setEverywhere] = useState(false)
  const [source, setSource] = useState('')
  const [note, setNote] = useState('')
  const [percent, setPercent] = useState('')
  const canSave = name.trim() !== '' && !saving
  const submit = (): void => {
    if (!canSave) return
    const parts = {
      name: name.trim(),
      kind,
      effect: isHub ? 'hub' : 'none',
      note: note.trim() || null,
      source: source.trim() || null,
      confidence: percent === '' ? null : Number(percent) / 100,
    } as const
    onSave(parts, isEverywhere ? 'evm' : network)
  }
  return (
    <Form className="stack" onSubmit={submit}>
      <TextInput aria-label="Name of the tag" placeholder="What is it?" list={names} maxLength={100} autoFocus value={name} onText={setName} />
      <datalist id={names}>
        {used.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <label className={styles['claim-field']}>
        <span>Kind</span>
        <Select value={kind} options={TAG_KINDS.map((each) => [each, CASE_TAG_KIND_TEXT[each]])} onChoose={setKind} />
      </label>
      <TextInput aria-label="Source" placeholder="Source, for example a URL (optional)" maxLength={2000} value={source} onText={setSource} />
      <textarea
        className="input"
        aria-label="Note"
        placeholder="Note (optional)"
        rows={2}
        maxLength={2000}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <label className={styles['claim-field']}>
        <span>Confidence in %</span>
        <TextInput type="number" min={0} max={100} placeholder="Not stated" value={percent} onText={setPercent} />
      </label>
      <Checkbox className={styles['claim-check']} title="Like an exchange: transfers with it do not join wallets" checked={isHub} onCheck={setHub}>
        Shared service: joins no wallets
      </Checkbox>
      {NETWORKS[network].family === 'evm' ? (
        <Checkbox className={styles['claim-check']} checked={isEverywhere} onCheck={setEverywhere}>
          On every EVM network
        </Checkbox>
      ) : null}
      <div className={styles['actions']}>
        <FormButtons save="Save tag" disabled={!canSave} onCancel={onCancel} />
      </div>
    </Form>
  )
}
