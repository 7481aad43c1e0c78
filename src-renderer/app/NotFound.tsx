import { Link } from '@tanstack/react-router'
import { EmptyState } from '../ui/States.tsx'

export function NotFound() {
  return (
    <EmptyState
      level={1}
      title="Page not found"
      actions={
        <Link className="button button-plain" to="/">
          Go to the start page
        </Link>
      }
    >
      <p>The link may be mistyped, or it comes from another version.</p>
    </EmptyState>
  )
}
