import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Icon, type IconName } from './Icon.tsx'

interface EmptyProps {
  title: string
  /** What would be shown here. */
  children?: ReactNode
  actions?: ReactNode
  icon?: IconName
  /** 1 if this is the whole page. */
  level?: 1 | 2
}

export function EmptyState({ title, children, actions, icon, level = 2 }: EmptyProps) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <section className="state">
      {icon === undefined ? null : (
        <span className="state-icon">
          <Icon name={icon} size={20} />
        </span>
      )}
      <Heading className="state-title">{title}</Heading>
      {children === undefined ? null : <div className="state-text stack dim breaks">{children}</div>}
      {actions === undefined ? null : <div className="state-actions">{actions}</div>}
    </section>
  )
}

interface ErrorProps {
  /** What failed: "Could not load holders". */
  title: string
  /** The reason, in the words of the service. */
  why: string
  /** How to fix it. */
  advice?: ReactNode
  requestId?: string | null
  onRetry?: (() => void) | undefined
  retrying?: boolean
  actions?: ReactNode
}

export function ErrorState({ title, why, advice, requestId, onRetry, retrying = false, actions }: ErrorProps) {
  return (
    <section className="state state-error" role="alert">
      <span className="state-icon">
        <Icon name="warning" size={20} />
      </span>
      <h2 className="state-title">{title}</h2>
      <div className="state-text stack dim breaks">
        <p>{why}</p>
        {advice === undefined ? null : <p>{advice}</p>}
        {requestId === undefined || requestId === null ? null : (
          <p className="small quiet">
            Request <code>{requestId}</code>
          </p>
        )}
      </div>
      <div className="state-actions">
        {onRetry === undefined ? null : <Button icon="refresh" text={retrying ? 'Retrying…' : 'Try again'} onClick={onRetry} disabled={retrying} />}
        {actions}
      </div>
    </section>
  )
}

/** Notes on data, one a line. */
export function NoteList({ notes, className = 'notes', label }: { notes: readonly string[]; className?: string; label?: string }) {
  return (
    <ul className={className} aria-label={label}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )
}

/** A note above the figures it qualifies. */
export function Notice({ tone = 'notice', children }: { tone?: 'notice' | 'warning' | 'critical'; children: ReactNode }) {
  return (
    <div className="notice" data-tone={tone} role="note">
      <Icon name={tone === 'notice' ? 'info' : 'warning'} size={14} />
      <div>{children}</div>
    </div>
  )
}
