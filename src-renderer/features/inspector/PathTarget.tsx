import { useId, useState } from 'react'
import { shortAddress } from '../../format/address.ts'
import { selectWallets } from '../../stores/selection.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/Field.tsx'
import type { SnapshotIndex } from './snapshot-index.ts'
import styles from './Inspector.module.css'

/** Maximum number of suggestions. */
const MAX_OPTIONS = 300

/** Selects a second wallet by address or label to show the path between the two. */
export function PathTarget({ from, index }: { readonly from: string; readonly index: SnapshotIndex }) {
  const listId = useId()
  const [text, setText] = useState('')
  const wanted = text.trim()
  const found = index.nodes.get(wanted) ?? [...index.nodes.values()].find((node) => node.label !== null && node.label === wanted)
  const other = found === undefined || found.address === from ? null : found.address
  return (
    <Form className="row wrap" onSubmit={() => (other === null ? undefined : selectWallets([from, other]))}>
      <input
        className={styles['other-field']}
        list={listId}
        aria-label="Other wallet"
        placeholder="Address or label"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <datalist id={listId}>
        {[...index.nodes.values()].slice(0, MAX_OPTIONS).map((node) => (
          <option key={node.address} value={node.address}>
            {node.label ?? shortAddress(node.address)}
          </option>
        ))}
      </datalist>
      <Button type="submit" disabled={other === null} text="Show path" />
    </Form>
  )
}
