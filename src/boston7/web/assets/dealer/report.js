/**
 * One report or act with its details: what is told on the left, what the rules answer on the right, then it is done.
 */
import { placeOf } from "../kit/account.js";
import { command as made, outcome } from "./forms.js";
import { say, words } from "../kit/words.js";
import { Asks } from "./asks.js";
import { Proposal } from "./proposal.js";
import { seatsWords, wouldPanel } from "./would.js";

/** @typedef {import("./store.js").DealerStore} DealerStore */

/** The button says whose chips it moves. @param {Partial<Pick<Wire.Command, "seat" | "transfers">>} command */
function confirmWords({ seat, transfers = [] }) {
  const w = words.deal.trouble;
  const rails = transfers.flatMap(({ from, to }) => [from, to]).map((account) => placeOf(account).seat);
  const seats = [...new Set([seat ?? 0, ...rails])].filter(Boolean);
  if (!seats.length) return w.confirm;
  return say(w.confirmSeats, { seats: seatsWords(seats) });
}

export class ReportForm extends Proposal {
  /**
   * @param {DealerStore} post
   * @param {Wire.Kind} what
   * @param {{onDone: () => void, onBack?: () => void, onChange?: () => void, paged?: boolean,
   *   told?: import("./forms.js").Told}} doors `paged`: one question at a time
   */
  constructor(post, what, doors) {
    super(post, doors);
    this.what = what;
    this.asks = new Asks(post, what, {
      told: doors.told ?? {},
      onTold: () => this.ask(),
      paged: doors.paged ?? false,
    });
    this.body.prepend(this.asks.element);
    void this.ask();
  }

  /** For the dock. */
  parts() {
    return { ...this.dockParts(), question: this.asks.question };
  }

  draft() {
    const gap = this.asks.gap();
    if (gap) return { gap: gap.text, unreadable: gap.unreadable };
    const command = made(this.what, this.post.view, this.asks.told);
    this.seat = command.seat ?? 0;
    return command;
  }

  /** @param {Wire.Command | null} command */
  label(command) {
    return confirmWords(command ?? {});
  }

  /** @param {Wire.Would} would @param {Wire.Command} command */
  answer(would, { transfers = [] }) {
    const { what, post } = this;
    const told = { outcome: outcome(what, this.asks.told), ruling: what.ruling };
    return [wouldPanel(would, post.view, told, transfers)];
  }
}
