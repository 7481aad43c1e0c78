import { Link } from '@tanstack/react-router'
import { EmptyState } from '../ui/States.tsx'

export function NothingHere() {
  return (
    <EmptyState
      level={1}
      title="There is no page at this address."
      actions={
        <Link className="button button-plain" to="/">
          Go to the start
        </Link>
      }
    >
      <p>The link may be mistyped or from another version.</p>
    </EmptyState>
  )
}
