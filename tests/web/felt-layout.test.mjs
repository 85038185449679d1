// Where things lie on the felt: nothing on top of another, whoever looks at it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { WAGERS, accountPlace, dealerPlaces, handPlaces, layoutFor } from "../../src/boston7/web/assets/felt/layout.js";

const desk = { width: 1440, height: 640, mine: null };
const upright = { width: 820, height: 780, mine: null };
const console_ = { width: 1024, height: 380, mine: null };
const phone = { width: 390, height: 440 };
const tables = (bets) => [
  layoutFor({ ...desk, facing: "player", bets }),
  layoutFor({ ...console_, facing: "dealer", bets }),
  layoutFor({ ...upright, facing: "player", bets }),
  layoutFor({ ...upright, facing: "dealer", bets }),
];
const sides = tables([]);
const played = sides.filter(({ facing }) => facing === "player"); // at the console amounts are written in the circles
const phones = [1, 2, 3, 4, 5, 6].map((mine) => layoutFor({ ...phone, facing: "player", mine }));
const watching = layoutFor({ ...phone, facing: "player", mine: null });
const gap = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

test("seat 1 is on our right, and on the dealer's left", () => {
  const [player, dealer] = sides;
  const xs = (layout) => layout.seats.map((seat) => seat.plate.x);
  assert.deepEqual(
    xs(player),
    [...xs(player)].sort((a, b) => b - a),
  );
  assert.deepEqual(
    xs(dealer),
    [...xs(dealer)].sort((a, b) => a - b),
  );
  assert.ok(player.dealer.y < player.height / 2 && dealer.dealer.y > dealer.height / 2);
});

test("the shoe is on the dealer's left and the rack on the dealer's right", () => {
  const [player, dealer] = sides;
  assert.ok(player.shoe.x > player.width / 2 && player.rack.x < player.width / 2);
  assert.ok(dealer.shoe.x < dealer.width / 2 && dealer.rack.x > dealer.width / 2);
});

test("each size of window gets the table that is larger in it", () => {
  const at = (width, height) => layoutFor({ width, height, facing: "player", mine: 3 }).name;
  assert.equal(at(1440, 650), "player");
  assert.equal(at(1024, 540), "player");
  assert.equal(at(820, 780), "tall");
  assert.equal(at(768, 620), "tall");
  assert.equal(at(390, 440), "phone-mine");
  assert.equal(layoutFor({ ...upright, facing: "dealer" }).name, "dealer-upright");
});

test("the dealer's side fits a console lying and held upright, with names and print of 14 px", () => {
  const screens = [
    { width: 1024, height: 380, name: "dealer" },
    { width: 1180, height: 408, name: "dealer" },
    { width: 1440, height: 475, name: "dealer" },
    { width: 768, height: 430, name: "dealer-upright" },
  ];
  for (const { width, height, name } of screens) {
    const layout = layoutFor({ width, height, facing: "dealer", mine: null });
    assert.equal(layout.name, name);
    const scale = Math.min(width / layout.width, height / layout.height);
    assert.ok(14 * scale >= 14, `print of ${14 * scale} px at ${width}x${height}`);
    for (const { plate } of layout.seats) assert.ok(plate.height * scale >= 48 && plate.width * scale >= 48);
  }
});

/** What a circle must not touch: boxes with their half width and half height. */
function obstacles(layout) {
  const { dealer, shoe, rack, tray, print } = layout;
  const { width, height } = layout.well ?? { width: 100, height: 80 };
  const boxes = [shoe, rack].map((at) => ({ ...at, w: width / 2, h: height / 2 }));
  boxes.push({
    x: tray.x + tray.width / 2,
    y: tray.y + tray.height / 2,
    w: tray.width / 2 + 8,
    h: tray.height / 2 + 6,
  });
  boxes.push(
    ...dealerPlaces(layout, 7).map((at) => ({ ...at, w: dealer.card / 2, h: dealer.card * 0.7 + dealer.raise })),
  );
  boxes.push({ ...dealer.words, w: layout.well ? 150 : 145, h: layout.well ? 10 : 16 }); // the longest name of a hand
  for (const [lines, reach, high] of [
    [print.title, layout.well ? 72 : layout.name === "tall" ? 130 : 250, 20],
    [print.promise.slice(0, 1), layout.name === "tall" ? 165 : 245, 10],
  ])
    for (const { half, from, sag } of lines)
      for (let t = 0; t <= 1; t += 0.02) {
        const x = -half + 2 * half * t;
        if (Math.abs(x) > reach) continue;
        const y = from + 2 * t * (1 - t) * sag;
        boxes.push({ x: layout.width / 2 + x, y: y - high / 2, w: 0, h: high / 2 });
      }
  return boxes;
}

test("however many side bets a house has, their circles touch nothing", () => {
  for (const count of [0, 1, 2, 3]) {
    const bets = ["one", "two", "three"].slice(0, count);
    for (const layout of tables(bets)) {
      const circles = layout.seats.flatMap((seat) =>
        [...WAGERS, ...bets].map((wager) => ({ ...seat.spots[wager], r: seat.r, of: `${seat.number} ${wager}` })),
      );
      circles.forEach((one, at) => {
        const where = `${layout.name}: ${one.of} of ${count}`;
        for (const other of circles.slice(at + 1))
          assert.ok(gap(one, other) >= one.r + other.r, `${where} and ${other.of}`);
        for (const box of obstacles(layout)) {
          const x = Math.max(0, Math.abs(one.x - box.x) - box.w);
          const y = Math.max(0, Math.abs(one.y - box.y) - box.h);
          assert.ok(Math.hypot(x, y) >= one.r, `${where} and what lies at ${box.x} ${box.y}`);
        }
        assert.ok(one.r >= (layout.well ? 10 : 14), `${where}: large enough to be read`);
      });
    }
  }
});

test("every plate stays in the picture and off the circles", () => {
  for (const layout of sides)
    for (const { plate } of layout.seats) {
      assert.ok(plate.x - plate.width / 2 >= 0 && plate.x + plate.width / 2 <= layout.width, layout.name);
      assert.ok(plate.y - plate.height / 2 >= 0 && plate.y + plate.height / 2 <= layout.height, layout.name);
      for (const seat of layout.seats)
        for (const wager of WAGERS) {
          const x = Math.max(0, Math.abs(seat.spots[wager].x - plate.x) - plate.width / 2);
          const y = Math.max(0, Math.abs(seat.spots[wager].y - plate.y) - plate.height / 2);
          assert.ok(Math.hypot(x, y) >= seat.r - 3, `${layout.name}: ${seat.number} ${wager}`);
        }
    }
});

/** Where the amount beside a circle is written, as felt-seat.js puts it: "$100" at its largest. */
function amountBox({ spots, r, away, number }, wager) {
  const above = Math.abs(away.x) <= 0.5;
  const off = r + (above && r > 30 ? 15 : 6);
  const x = spots[wager].x + away.x * off;
  const left = above ? x - 21 : away.x > 0 ? x : x - 42;
  const y = spots[wager].y + away.y * off - (above && away.y < 0 ? 5 : 0);
  return { left, right: left + 42, top: y - 7, bottom: y + 7, of: `${number} ${wager}` };
}

test("no amount runs into another one's", () => {
  for (const layout of played) {
    const boxes = layout.seats.flatMap((seat) => WAGERS.map((wager) => ({ ...amountBox(seat, wager), seat })));
    boxes.forEach((one, at) => {
      for (const other of boxes.slice(at + 1).filter(({ seat }) => seat !== one.seat))
        assert.ok(
          one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top,
          `${layout.name}: ${one.of} and ${other.of}`,
        );
    });
  }
});

/** Whether a point lies on a card with this centre. */
function onCard({ x, y }, centre, { card, tilt }) {
  const angle = (tilt * Math.PI) / 180;
  const [dx, dy] = [x - centre.x, y - centre.y];
  const [across, along] = [dx * Math.cos(angle) + dy * Math.sin(angle), dy * Math.cos(angle) - dx * Math.sin(angle)];
  return Math.abs(across) < card / 2 && Math.abs(along) < card * 0.7;
}

test("no amount lies on anybody's cards", () => {
  for (const layout of played)
    for (const seat of layout.seats)
      for (const wager of WAGERS) {
        const { left, right, top, bottom } = amountBox(seat, wager);
        const across = [0.1, 0.3, 0.5, 0.7, 0.9].map((part) => left + part * (right - left));
        const points = across.flatMap((x) => [top, (top + bottom) / 2, bottom].map((y) => ({ x, y })));
        for (const { cards, number } of layout.seats)
          for (const centre of handPlaces(cards, 7, false))
            assert.ok(
              !points.some((point) => onCard(point, centre, cards)),
              `${layout.name}: ${wager} of seat ${seat.number} on the cards of seat ${number}`,
            );
      }
});

test("from the rail to the dealer: 2nd, 1st, ante, 3 card bonus", () => {
  for (const layout of sides)
    for (const seat of layout.seats) {
      const ways = WAGERS.map((wager) => gap(seat.spots[wager], seat.plate));
      assert.deepEqual(
        ways,
        [...ways].sort((a, b) => a - b),
      );
    }
});

test("no circle touches another, and none leaves the felt", () => {
  for (const layout of [...sides, watching]) {
    const circles = layout.seats.flatMap((seat) =>
      WAGERS.map((wager) => ({ ...seat.spots[wager], r: seat.r, of: `${seat.number} ${wager}` })),
    );
    circles.forEach((one, at) => {
      assert.ok(one.x > one.r && one.x < layout.width - one.r && one.y > one.r && one.y < layout.height - one.r);
      for (const other of circles.slice(at + 1))
        assert.ok(gap(one, other) >= one.r + other.r, `${layout.name}: ${one.of} and ${other.of}`);
    });
  }
});

test("seven cards cover no circle and no other hand", () => {
  for (const layout of sides) {
    const circles = layout.seats.flatMap((seat) => WAGERS.map((wager) => ({ ...seat.spots[wager], r: seat.r })));
    for (const seat of layout.seats) {
      const angle = (seat.cards.tilt * Math.PI) / 180;
      for (const set of [true, false])
        for (const centre of handPlaces(seat.cards, 7, set))
          for (const circle of circles) {
            const [dx, dy] = [circle.x - centre.x, circle.y - centre.y];
            const x = Math.max(0, Math.abs(dx * Math.cos(angle) + dy * Math.sin(angle)) - seat.cards.card / 2);
            const y = Math.max(0, Math.abs(dy * Math.cos(angle) - dx * Math.sin(angle)) - seat.cards.card * 0.7);
            assert.ok(Math.hypot(x, y) > circle.r - 3, `${layout.name}: cards of seat ${seat.number}`);
          }
      for (const other of layout.seats)
        if (other !== seat) {
          const [one, two] = [seat, other].map(({ cards }) => handPlaces(cards, 7, true));
          const { card } = seat.cards;
          const free = (a, b) => Math.abs(a.x - b.x) > card || Math.abs(a.y - b.y) > card * 1.4;
          assert.ok(
            one.every((a) => two.every((b) => free(a, b))),
            `${layout.name}: hands of ${seat.number} and ${other.number}`,
          );
        }
    }
  }
});

test("a set hand is five and two, the discards next to the circles", () => {
  for (const layout of sides)
    for (const seat of layout.seats) {
      const places = handPlaces(seat.cards, 7, true);
      const column = seat.spots.second;
      const middle = (some) => ({
        x: some.reduce((sum, { x }) => sum + x, 0) / some.length,
        y: some.reduce((sum, { y }) => sum + y, 0) / some.length,
      });
      assert.ok(
        gap(middle(places.slice(5)), column) < gap(middle(places.slice(0, 5)), column),
        `${layout.name} seat ${seat.number}`,
      );
    }
});

test("on a phone your circles are large and the others are tokens", () => {
  phones.forEach((layout, at) => {
    const mine = layout.seats[at];
    assert.equal(mine.form, "mine");
    assert.ok(mine.r * 2 >= 44, "a finger must hit it");
    assert.deepEqual(layout.seats.filter((seat) => seat.form === "token").length, 5);
    const xs = ["three_card_bonus", "ante", "first", "second"].map((wager) => mine.spots[wager].x);
    assert.deepEqual(
      xs,
      [...xs].sort((a, b) => a - b),
    );
    xs.slice(1).forEach((x, k) => assert.ok(x - xs[k] > mine.r * 2));
  });
});

test("the dealer's seven cards lie side by side in the middle", () => {
  for (const layout of [...sides, watching]) {
    const places = dealerPlaces(layout, 7);
    assert.ok(Math.abs(places[3].x - layout.width / 2) < 0.01);
    assert.ok(places[1].x - places[0].x >= layout.dealer.card);
    assert.ok(places[0].x - layout.dealer.card / 2 > 0 && places[6].x + layout.dealer.card / 2 < layout.width);
  }
});

test("every account has its place", () => {
  const [player] = sides;
  assert.deepEqual(accountPlace(player, "three_card_bonus:3"), player.seats[2].spots.three_card_bonus);
  assert.deepEqual(accountPlace(player, "rail:6"), player.seats[5].rail);
  assert.ok(accountPlace(player, "cage").y < accountPlace(player, "tray").y);
});

test("on a phone no results are told over the seats: circles and tokens tell them", () => {
  for (const { seats } of phones) assert.ok(seats.every(({ slip }) => slip === null));
  assert.ok([...played, watching].every(({ seats }) => seats.every(({ slip }) => slip !== null)));
});
