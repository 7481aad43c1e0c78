import { useState } from 'react'
import type { TokenRef } from '../../api/token-queries.ts'
import { Button } from '../../ui/Button.tsx'
import { blockOf, type BlockInput } from './job-labels.ts'
import { Field, Form, TextInput } from '../../ui/Field.tsx'
import styles from './ReadAgain.module.css'
import { useJobActions } from './use-job-actions.ts'

/** Reads all blocks of a token again, or a range of them. */
export function ReadAgain({ token }: { token: TokenRef }) {
  const { readAgain } = useJobActions()
  const [isOpen, setOpen] = useState(false)
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  if (!isOpen) {
    return <Button icon="refresh" text="Read again…" onClick={() => setOpen(true)} />
  }
  const [first, last] = [blockOf(from), blockOf(to)]
  const isValid = first !== 'invalid' && last !== 'invalid' && (first === null || last === null || first <= last)
  const submit = (): void => {
    if (isValid) readAgain.mutate({ ...token, from: first, to: last }, { onSuccess: () => setOpen(false) })
  }
  return (
    <Form className={styles['form']} aria-label="Read again" onSubmit={submit}>
      <p className="quiet">
        Requests stored blocks from the endpoint once more and replaces rows that differ. Use it when the notes of a token name wrong blocks, or after
        changing an endpoint.
      </p>
      <BlockField name="From block" empty="First" text={from} value={first} onChange={setFrom} />
      <BlockField name="To block" empty="Newest" text={to} value={last} onChange={setTo} />
      <Button kind="primary" type="submit" disabled={!isValid || readAgain.isPending} text="Read again" />
      <Button kind="quiet" text="Close" onClick={() => setOpen(false)} />
    </Form>
  )
}

interface BlockFieldProps {
  name: string
  empty: string
  text: string
  value: BlockInput
  onChange: (text: string) => void
}

function BlockField({ name, empty, text, value, onChange }: BlockFieldProps) {
  return (
    <Field label={name}>
      <TextInput className="num" inputMode="numeric" value={text} placeholder={empty} aria-invalid={value === 'invalid'} onText={onChange} />
    </Field>
  )
}
