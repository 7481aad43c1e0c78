import type { ReactNode } from 'react'
import { LIST_FIELDS } from '../../../src-shared/domain/lists/columns.ts'
import { NETWORK_IDS, NETWORKS } from '../../../src-shared/networks.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form, Select, TextInput } from '../../ui/Field.tsx'
import styles from './ListDialog.module.css'
import { ListPreview } from './ListPreview.tsx'
import { FIELD_LABELS, KIND_TEXTS } from './list-texts.ts'
import { ofKind, toListQuery, useList, type ListChoices } from './use-list.ts'
import { setWaitingLists, useImportFiles, useImports } from './use-imports.ts'

const LIST_KINDS = ['holders', 'transfers'] as const

/** Asks for the columns and the token of each picked list. */
export function ListDialog() {
  const { lists } = useImports()
  const [file] = lists
  const next = (): void => setWaitingLists(lists.slice(1))
  if (file === undefined) return null
  return (
    <Dialog open onClose={next} label={`Import ${file.name}`} className={styles['dialog'] ?? ''}>
      <ListForm key={`${file.name} ${lists.length}`} file={file} onDone={next} />
    </Dialog>
  )
}

function ListForm({ file, onDone }: { readonly file: File; readonly onDone: () => void }) {
  const importFiles = useImportFiles()
  const list = useList(file, useImports().network)
  if (list === null) return null
  const { table, choices, rows, change, problem } = list
  const { kind } = choices
  const submit = (): void => {
    if (problem !== null) return
    onDone()
    importFiles([file], toListQuery(choices))
  }
  return (
    <Form className={styles['form']} onSubmit={submit}>
      <header className="dialog-head">
        <h2>
          Import {KIND_TEXTS[kind].name.toLowerCase()} from {file.name}
        </h2>
        <p className="quiet">{KIND_TEXTS[kind].format}</p>
      </header>
      <div className={styles['body']}>
        <div className={styles['fields']}>
          <Field label="Content">
            <Select
              value={kind}
              options={LIST_KINDS.map((each) => [each, KIND_TEXTS[each].name])}
              onChoose={(chosen) => change(ofKind(chosen, table))}
            />
          </Field>
          <Field label="Network">
            <Select value={choices.network} options={NETWORK_IDS.map((id) => [id, NETWORKS[id].name])} onChoose={(network) => change({ network })} />
          </Field>
          <TextField label="Token address" part="token" choices={choices} change={change} placeholder="The file does not name its token" first />
          {LIST_FIELDS[kind].map((field) => (
            <Field key={field} label={FIELD_LABELS[field]}>
              <Select
                value={choices.columns[field] ?? null}
                options={[[null, 'None'], ...[...new Set(table.head)].map((column) => [column, column] as const)]}
                onChoose={(column) => {
                  const { [field]: _before, ...others } = choices.columns
                  change({ columns: column === null ? others : { ...others, [field]: column } })
                }}
              />
            </Field>
          ))}
          <TextField label="Decimals" part="decimals" choices={choices} change={change} placeholder={KIND_TEXTS[kind].decimals} />
          {kind === 'holders' ? (
            <TextField label="Total supply" part="supply" choices={choices} change={change} placeholder="Needed without percents" />
          ) : null}
        </div>
        <ListPreview kind={kind} rows={rows} />
      </div>
      <footer className={styles['foot']}>
        <span className="quiet" role="status">
          {problem ?? 'The service reads the whole file and names each refused row.'}
        </span>
        <Button kind="quiet" text="Cancel" onClick={onDone} />
        <Button kind="primary" type="submit" disabled={problem !== null} text="Import" />
      </footer>
    </Form>
  )
}

function Field({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <label className={styles['field']}>
      <span>{label}</span>
      {children}
    </label>
  )
}

interface TextFieldProps {
  readonly label: string
  readonly part: 'token' | 'decimals' | 'supply'
  readonly choices: ListChoices
  readonly change: (part: Partial<ListChoices>) => void
  readonly placeholder: string
  readonly first?: true
}

function TextField({ label, part, choices, change, placeholder, first }: TextFieldProps) {
  return (
    <Field label={label}>
      <TextInput
        value={choices[part]}
        placeholder={placeholder}
        maxLength={1000}
        autoFocus={first === true}
        onText={(text) => change({ [part]: text })}
      />
    </Field>
  )
}
