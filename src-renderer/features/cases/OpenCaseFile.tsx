import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import type { CaseFileReport } from '../../../src-shared/contract/records/case-files.ts'
import { casesQuery } from '../../api/case-queries.ts'
import { allTokens } from '../../api/service-queries.ts'
import { useCall } from '../../api/use-call.ts'
import { caseName } from '../../api/use-case.ts'
import { countOf } from '../../format/number.ts'
import { exactTime } from '../../format/time.ts'
import { setCaseFile, useCaseFile } from '../../stores/case-file.ts'
import { Button } from '../../ui/Button.tsx'
import { InlineError } from '../../ui/Failure.tsx'
import { FileButton } from '../../ui/FileButton.tsx'
import { showToast } from '../../ui/Toast.tsx'
import styles from './Cases.module.css'

/** Opens a case file read-only, shows whether it is unaltered, and continues its case on request. */
export function OpenCaseFile() {
  const check = useCall(async ({ client }, file: File) => ({ file, report: (await client.call('checkCaseFile', { body: file })).value }))
  const waiting = useCaseFile(({ file }) => file)
  const checkWaiting = useEffectEvent((file: File) => {
    setCaseFile(null)
    check.mutate(file)
  })
  useEffect(() => {
    if (waiting !== null) checkWaiting(waiting)
  }, [waiting])
  return (
    <section aria-label="Case file">
      <FileButton
        label="Case file to open"
        accept=".holderscope"
        disabled={check.isPending}
        onFiles={(files) => files.slice(0, 1).forEach((file) => setCaseFile(file))}
      >
        {check.isPending ? 'Checking…' : 'Open case file'}
      </FileButton>
      <InlineError error={check.error} />
      {check.data === undefined ? null : <OpenedFile file={check.data.file} report={check.data.report} onClose={() => check.reset()} />}
    </section>
  )
}

interface Props {
  readonly file: File
  readonly report: CaseFileReport
  readonly onClose: () => void
}

function OpenedFile({ file, report, onClose }: Props) {
  const navigate = useNavigate()
  const { record, seal, intact, altered, tokens } = report
  const trusted = intact && seal?.holds !== false
  const isSame = tokens.every(({ differs }) => differs.length === 0)
  const take = useCall(({ client }) => client.call('importCaseFile', { body: file }), {
    stale: [casesQuery, allTokens],
    onSuccess: ({ value }) => {
      const changed = value.differs.filter(({ differs }) => differs.length > 0).length
      showToast(
        changed === 0
          ? 'The case is yours now, with the same figures.'
          : `The case is yours now. Under your labels and rules the figures of ${countOf(changed, 'token')} differ from the file.`,
      )
      return navigate({ to: '/cases/$id', params: { id: value.id } })
    },
  })
  return (
    <article className={styles['opened']} aria-label="Opened case file">
      <h2>{caseName(record)}</h2>
      <p className="quiet">
        Read-only, from {file.name}, saved {exactTime(report.made_at)} · {countOf(record.findings.length, 'finding')} ·{' '}
        {countOf(record.notes.length, 'note')} · {countOf(tokens.length, 'token')}
      </p>
      <ul className={styles['checks']}>
        <li>{intact ? 'Every hash matches.' : `Changed after it was made: ${altered.length === 0 ? 'the manifest' : altered.join(', ')}.`}</li>
        <li>{sealText(seal)}</li>
        <li>
          {isSame
            ? 'All figures follow from the facts in the file, to the digit.'
            : 'Some figures do not follow from the facts in the file. Another version of Holderscope may have computed them.'}
        </li>
      </ul>
      {record.findings.length === 0 ? null : (
        <ol className={styles['findings']}>
          {record.findings.map(({ id, text }) => (
            <li key={id} className={styles['finding-text']}>
              {text}
            </li>
          ))}
        </ol>
      )}
      <div className={styles['actions']}>
        <Button kind="primary" disabled={!trusted || take.isPending} text="Continue as mine" onClick={() => take.mutate()} />
        <Button kind="quiet" text="Close" onClick={onClose} />
      </div>
      <InlineError error={take.error} />
    </article>
  )
}

function sealText(seal: CaseFileReport['seal']): string {
  if (seal === null) return 'It has no seal.'
  return `Its seal is ${seal.holds ? 'valid' : 'not valid'}: key ${seal.fingerprint}${seal.own ? ', the key of this machine' : ''}.`
}
