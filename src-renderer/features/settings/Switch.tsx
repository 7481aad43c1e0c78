import { Segmented } from '../../ui/Segmented.tsx'

const CHOICES = [
  { id: 'off', label: 'Off' },
  { id: 'on', label: 'On' },
] as const

interface Props {
  label: string
  /** Accessible name of the choices, if not the label. */
  name?: string
  isOn: boolean
  /** Follows the state where the page cannot change it. */
  fixed?: string | false
  onChange: (isOn: boolean) => void
}

/** A setting that is on or off. */
export function Switch({ label, name = label, isOn, fixed = false, onChange }: Props) {
  return (
    <div className="setting">
      <span>{label}</span>
      {fixed === false ? (
        <Segmented label={name} value={isOn ? 'on' : 'off'} options={CHOICES} onChange={(id) => onChange(id === 'on')} />
      ) : (
        <span>
          {isOn ? 'On' : 'Off'}
          {fixed}
        </span>
      )}
    </div>
  )
}
