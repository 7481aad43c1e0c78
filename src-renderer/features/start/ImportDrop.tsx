import { Suspense, useRef, useState, type DragEvent, type ReactNode } from 'react'
import { NETWORK_IDS, NETWORKS } from '../../../src-shared/networks.ts'
import { IconButton } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { FileButton } from '../../ui/FileButton.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { lazyView } from '../../ui/lazy-view.ts'
import { Progress } from '../../ui/Progress.tsx'
import { resultText } from './import-text.ts'
import { Select } from '../../ui/Field.tsx'
import styles from './ImportDrop.module.css'
import { TokenLinks } from './TokenLinks.tsx'
import { clearImports, setImportNetwork, useImportFiles, useImports, type FileImport } from './use-imports.ts'

/** Lazy, because it needs the CSV parser, which no other part of the page does. */
const ListDialog = lazyView(() => import('./ListDialog.tsx'), 'ListDialog')

/** A page that accepts files dropped anywhere on it. */
export function ImportDrop({ className, children }: { className: string; children: ReactNode }) {
  const importFiles = useImportFiles()
  // Children fire enter and leave events too, so the nesting depth is counted.
  const depth = useRef(0)
  const [over, setOver] = useState(false)
  const carries = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files')
  const step = (event: DragEvent, by: 1 | -1): void => {
    if (!carries(event)) return
    event.preventDefault()
    depth.current = Math.max(0, depth.current + by)
    setOver(depth.current > 0)
  }
  return (
    <div
      className={cx(className, styles.drop)}
      data-over={over}
      onDragEnter={(event) => step(event, 1)}
      onDragLeave={(event) => step(event, -1)}
      onDragOver={(event) => {
        if (carries(event)) event.preventDefault()
      }}
      onDrop={(event) => {
        if (!carries(event)) return
        event.preventDefault()
        depth.current = 0
        setOver(false)
        importFiles([...event.dataTransfer.files])
      }}
    >
      {over ? (
        <div className={styles.veil} aria-hidden="true">
          <span>
            <Icon name="upload" /> Drop to import
          </span>
        </div>
      ) : null}
      {children}
    </div>
  )
}

/** Picks files and lists the result of each import. */
export function ImportButton() {
  const importFiles = useImportFiles()
  const { files, network, lists } = useImports()
  return (
    <div className="stack">
      <div className={styles.line}>
        <FileButton
          label="Files to import"
          accept=".json,.ndjson,.jsonl,.gz,.csv,.tsv,.txt,application/json,application/gzip,text/csv,text/plain"
          multiple
          onFiles={importFiles}
        >
          Import files
        </FileButton>
        <label className={styles.network}>
          <span className="quiet">Network</span>
          <Select
            value={network}
            options={[[null, 'From the file'], ...NETWORK_IDS.map((id) => [id, NETWORKS[id].name] as const)]}
            onChoose={setImportNetwork}
          />
        </label>
        <span className={cx('quiet', styles.hint)}>
          Holder maps, lists of holders or transfers (CSV), snapshots, recorded node responses. Or drop them on this page.
        </span>
      </div>
      <Suspense>{lists.length > 0 ? <ListDialog /> : null}</Suspense>
      {files.length === 0 ? null : (
        <ul className={styles.files} aria-label="Recent imports">
          {files.map((file) => (
            <FileRow key={file.id} file={file} />
          ))}
          {files.every(({ state }) => state === 'done' || state === 'failed') ? (
            <li className={styles.forget}>
              <IconButton icon="close" label="Clear list" size="small" onClick={clearImports} />
            </li>
          ) : null}
        </ul>
      )}
    </div>
  )
}

function FileRow({ file }: { file: FileImport }) {
  return (
    <li className={styles.file} data-state={file.state}>
      <span className={cx('truncate', styles.name)} title={file.name}>
        {file.name}
      </span>
      <span className={styles.text} role={file.state === 'failed' ? 'alert' : 'status'}>
        {file.state === 'waiting' ? 'Queued' : null}
        {file.state === 'running' ? 'Importing…' : null}
        {file.result === null ? null : resultText(file.result)}
        {file.error}
        {file.result?.notes.map((note) => (
          <span key={note} className="quiet">
            {' '}
            {note}
          </span>
        ))}
      </span>
      {file.result === null ? null : <TokenLinks file={file.result} />}
      {file.state === 'running' ? <Progress label={`Importing ${file.name}`} done={0} total={null} /> : null}
    </li>
  )
}
