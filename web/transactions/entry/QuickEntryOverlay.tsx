import { Kbd } from '../../ui/Kbd.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { QuickEntry } from './QuickEntry.tsx'

/** Quick entry over any page: Enter adds and closes, Shift and Enter adds another one. */
export const QuickEntryOverlay = ({ onClose }: { onClose: () => void }) => (
  <Modal label="Add a transaction" onClose={onClose} className="items-start justify-center px-4 pt-[14vh]">
    <div className="w-full max-w-[640px] rounded-card bg-raised p-2 shadow-overlay">
      <QuickEntry isAutoFocused onDone={(isMore) => !isMore && onClose()} />
      <p className="flex items-center gap-1.5 px-3 pt-2 text-caption text-text-3 touch:hidden">
        <Kbd>↵</Kbd> adds <Kbd>⇧↵</Kbd> adds another <Kbd>Tab</Kbd> goes into the sentence <Kbd>Esc</Kbd>{' '}
        closes
      </p>
    </div>
  </Modal>
)
