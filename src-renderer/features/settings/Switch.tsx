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
  /** Whether the page cannot change it. */
  isFixed?: boolean
  /** Follows a fixed state. */
  fixedBy?: string
  onChange: (isOn: boolean) => void
}

/** A setting that is on or off. */
export function Switch({ label, name = label, isOn, isFixed = false, fixedBy = '', onChange }: Props) {
  return (
    <div className="setting">
      <span>{label}</span>
      {isFixed ? (
        <span>
          {isOn ? 'On' : 'Off'}
          {fixedBy}
        </span>
      ) : (
        <Segmented label={name} value={isOn ? 'on' : 'off'} options={CHOICES} onChange={(id) => onChange(id === 'on')} />
      )}
    </div>
  )
}
