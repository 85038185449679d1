/** Development rooms only: reload the page when one of its files changes or the room restarts. */

const AGAIN = 500;

async function follow() {
  let stamp = "";
  for (;;) {
    try {
      const answer = await fetch(`/api/dev/changes?since=${stamp}`);
      if (!answer.ok) return;
      const { pages } = await answer.json();
      if (stamp && pages !== stamp) return location.reload();
      stamp = pages;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, AGAIN));
    }
  }
}

follow();
